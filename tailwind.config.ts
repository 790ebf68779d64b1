import type { Config } from 'tailwindcss'

const tokens = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `var(--${name})`]))

export default {
  content: ['./index.html', './src/**/*.{ts,tsx}'],
  theme: {
    extend: {
      colors: tokens(
        'background',
        'panel',
        'hover',
        'line',
        'line-strong',
        'control-line',
        'ink-1',
        'ink-2',
        'ink-3',
        'accent',
        'accent-hover',
        'accent-ink',
        'accent-soft',
        'on-accent',
        'nav',
        'nav-ink',
        'nav-soft',
        'on-nav',
        'ok',
        'ok-soft',
        'warn',
        'warn-soft',
        'bad',
        'bad-soft',
        'bad-strong',
        'on-bad',
      ),
      fontFamily: { sans: 'var(--font)', mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace' },
      fontSize: {
        xs: ['0.6875rem', '1rem'],
        sm: ['0.75rem', '1.125rem'],
        base: ['0.8125rem', '1.25rem'],
        md: ['0.875rem', '1.375rem'],
        lg: ['1rem', '1.5rem'],
        title: ['1.25rem', '1.75rem'],
        figure: ['1.75rem', '2.125rem'],
      },
      borderRadius: { sm: '5px', DEFAULT: '7px', lg: '10px' },
      boxShadow: { float: 'var(--shadow-float)' },
      height: { row: 'var(--row)', control: 'var(--control)' },
      minHeight: { row: 'var(--row)', control: 'var(--control)' },
      spacing: { row: 'var(--row)', control: 'var(--control)' },
      transitionDuration: { DEFAULT: '120ms' },
    },
  },
} satisfies Config
