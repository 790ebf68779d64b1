import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Replaced in every served page by the nonce of that answer (server/plugins), so that a strict CSP holds. */
const nonceMark = '__CSP_NONCE__'

/** Sonner injects a style tag when it loads, which a strict CSP forbids; its sheet is imported as CSS by the toaster instead. */
function sonnerWithoutInjectedStyle(): Plugin {
  return {
    name: 'tierline:sonner-without-injected-style',
    transform(code, id) {
      if (!/[\\/]sonner[\\/]dist[\\/]index\.mjs(\?|$)/.test(id)) return null
      const without = code.replace(/^__insertCSS\(.*\);?$/m, '')
      if (without === code) this.error('sonner no longer calls __insertCSS on one line: look at its new build')
      return { code: without, map: null }
    },
  }
}

const api = process.env.TIERLINE_API ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react(), tailwindcss(), sonnerWithoutInjectedStyle()],
  html: { cspNonce: nonceMark },
  build: {
    outDir: 'dist',
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'router', test: /node_modules[\\/](react-router|react-router-dom|cookie|set-cookie-parser)[\\/]/ },
          ],
        },
      },
    },
  },
  optimizeDeps: { exclude: ['sonner'] },
  server: { port: 5173, proxy: { '/api': { target: api, changeOrigin: false, ws: true } } },
})
