// Stems that lists of leaked passwords begin with. A password is refused when nothing but digits and signs is added to one of them, or when it repeats one.
export const commonStems: readonly string[] = [
  'password', 'passwort', 'passphrase', 'secret', 'letmein', 'welcome', 'administrator', 'admin', 'changeme', 'default',
  'qwerty', 'qwertyuiop', 'qwertz', 'azerty', 'asdfghjkl', 'zxcvbnm', 'iloveyou', 'princess', 'football', 'baseball',
  'sunshine', 'monkey', 'dragon', 'superman', 'batman', 'master', 'shadow', 'trustno', 'whatever', 'starwars', 'computer',
  'internet', 'michael', 'jennifer', 'tierline', 'rebate', 'company', 'summer', 'winter', 'spring', 'autumn', 'january',
  'february', 'december', 'monday', 'friday', 'abc', 'test', 'testing', 'user', 'login', 'hello', 'correcthorsebatterystaple',
]
