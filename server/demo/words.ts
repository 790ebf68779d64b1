/** The vocabulary of the demo data: made up, but shaped like the records of a trading company. */
export const places = [
  { city: 'Hamburg', region: 'Hamburg', country: 'Germany', postal: '20095', phone: '+49 40', language: 'de' },
  { city: 'München', region: 'Bayern', country: 'Germany', postal: '80331', phone: '+49 89', language: 'de' },
  { city: 'Köln', region: 'Nordrhein-Westfalen', country: 'Germany', postal: '50667', phone: '+49 221', language: 'de' },
  { city: 'Lyon', region: 'Auvergne-Rhône-Alpes', country: 'France', postal: '69002', phone: '+33 4 72', language: 'fr' },
  { city: 'Paris', region: 'Île-de-France', country: 'France', postal: '75011', phone: '+33 1 43', language: 'fr' },
  { city: 'Leeds', region: 'West Yorkshire', country: 'United Kingdom', postal: 'LS1 4DY', phone: '+44 113', language: 'en' },
  { city: 'Bristol', region: 'Bristol', country: 'United Kingdom', postal: 'BS1 5TR', phone: '+44 117', language: 'en' },
  { city: 'Rotterdam', region: 'Zuid-Holland', country: 'Netherlands', postal: '3011 AA', phone: '+31 10', language: 'nl' },
  { city: 'Utrecht', region: 'Utrecht', country: 'Netherlands', postal: '3511 LX', phone: '+31 30', language: 'nl' },
  { city: 'Antwerpen', region: 'Antwerpen', country: 'Belgium', postal: '2000', phone: '+32 3', language: 'nl' },
  { city: 'Bilbao', region: 'País Vasco', country: 'Spain', postal: '48001', phone: '+34 944', language: 'es' },
  { city: 'Valencia', region: 'Comunitat Valenciana', country: 'Spain', postal: '46002', phone: '+34 963', language: 'es' },
  { city: 'Torino', region: 'Piemonte', country: 'Italy', postal: '10121', phone: '+39 011', language: 'it' },
  { city: 'Wien', region: 'Wien', country: 'Austria', postal: '1010', phone: '+43 1', language: 'de' },
  { city: 'Aarhus', region: 'Midtjylland', country: 'Denmark', postal: '8000', phone: '+45 86', language: 'da' },
  { city: 'Göteborg', region: 'Västra Götaland', country: 'Sweden', postal: '411 04', phone: '+46 31', language: 'sv' },
] as const

export const streets = ['Hafenstraße', 'Market Street', 'Rue de la Gare', 'Stationsplein', 'Calle Mayor', 'Via Roma', 'Industrieweg', 'Quay Road', 'Am Wall', 'Kingsway']

export const companyNames = [
  'Brandt', 'Alder', 'Moreau', 'Whitfield', 'Vanderlinden', 'Ibarra', 'Castellani', 'Lindqvist', 'Osterloh', 'Hartley', 'Delacroix', 'Van Houten',
  'Ruiz', 'Ferrero', 'Bergström', 'Kessler', 'Ashworth', 'Lefèvre', 'De Smet', 'Navarro', 'Galli', 'Nyström', 'Petersen', 'Holm', 'Thornbury',
  'Rousseau', 'Jansen', 'Ortega', 'Bianchi', 'Winter', 'Sommerfeld', 'Pemberton', 'Garnier', 'Visser', 'Serrano', 'Conti',
]

export const companyKinds = ['Handels GmbH', 'Wholesale Ltd', 'Distribution SAS', 'Groothandel BV', 'Suministros SL', 'Forniture Srl', 'Trading AB', 'Supply Co', 'Retail Group', 'Markt KG', 'Stores plc', 'Partners']

export const customerGroups = ['Key accounts', 'Regional chains', 'Independents', 'Online', 'Hospitality', 'Public sector']
export const industries = ['Grocery', 'Do-it-yourself', 'Healthcare', 'Catering', 'Office supply', 'Electrical trade']
export const tradeClasses = ['Retail', 'Wholesale', 'Hospital', 'Pharmacy', 'Food service']

export const firstNames = ['Ana', 'Ben', 'Chloé', 'David', 'Elena', 'Femke', 'Giulia', 'Henrik', 'Ines', 'Jonas', 'Katrin', 'Luca', 'Marta', 'Niels', 'Oskar', 'Paula', 'Rosa', 'Sven', 'Thea', 'Yusuf']

export const productLines = [
  { line: 'Cleaning', group: 'Surface care', items: ['All-purpose cleaner', 'Glass cleaner', 'Floor soap', 'Descaler', 'Degreaser'], sizes: ['500 ml', '1 l', '5 l', '10 l'], price: [2, 38] },
  { line: 'Paper', group: 'Hygiene paper', items: ['Hand towels', 'Toilet tissue', 'Kitchen roll', 'Napkins', 'Facial tissue'], sizes: ['2-ply', '3-ply', '4-ply', 'recycled'], price: [3, 42] },
  { line: 'Dispensers', group: 'Washroom', items: ['Soap dispenser', 'Towel dispenser', 'Tissue dispenser', 'Air freshener'], sizes: ['white', 'black', 'steel', 'touch-free'], price: [14, 120] },
  { line: 'Gloves', group: 'Protection', items: ['Nitrile gloves', 'Vinyl gloves', 'Latex gloves', 'Work gloves'], sizes: ['S', 'M', 'L', 'XL'], price: [4, 29] },
  { line: 'Waste', group: 'Bags and bins', items: ['Refuse sacks', 'Pedal bin', 'Bin liners', 'Recycling station'], sizes: ['30 l', '60 l', '120 l', '240 l'], price: [3, 260] },
  { line: 'Catering', group: 'Disposables', items: ['Paper cups', 'Wooden cutlery', 'Food trays', 'Salad bowls', 'Straws'], sizes: ['50 pcs', '100 pcs', '500 pcs', '1000 pcs'], price: [3, 75] },
  { line: 'Machines', group: 'Floor machines', items: ['Scrubber dryer', 'Vacuum cleaner', 'Steam cleaner', 'Pressure washer'], sizes: ['compact', 'standard', 'professional', 'battery'], price: [90, 2400] },
] as const

export const brands = ['Alpina', 'Clearwell', 'Nordal', 'Purity', 'Vero']
