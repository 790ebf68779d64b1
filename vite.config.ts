import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

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

const routerFiles = new Map([
  ['react-router', 'index.mjs'],
  ['react-router/dom', 'dom-export.mjs'],
])

/**
 * The router's package names only its files for development, full of warnings that nobody in production reads. Its
 * components carry names for tools, with which no bundler can leave those out that nothing draws.
 */
function productionRouter(): Plugin {
  const folder = join(import.meta.dirname, 'node_modules/react-router/dist/production')
  return {
    name: 'tierline:production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => {
      const file = routerFiles.get(id)
      return file ? join(folder, file) : null
    },
    transform(code, id) {
      if (!id.startsWith(folder) || !code.includes('.displayName = ')) return null
      const unnamed = code
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replaceAll(/^var \w+ = (?=React\d*\.(forwardRef|createContext|memo)\()/gm, '$&/* @__PURE__ */ ')
      return { code: unnamed, map: null }
    },
  }
}

/** What the program begins with is fetched together with it, instead of after it. */
function preloadClient(): Plugin {
  return {
    name: 'tierline:preload-client',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
        const first = chunks.find((chunk) => chunk.name === 'first')
        if (bundle && !first) throw new Error('The client has no chunk of that name: look at the groups below')
        const files = new Set(first ? [first.fileName, ...first.imports] : [])
        return [...files]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          }))
      },
    },
  }
}

/**
 * The first call to the server waits for no file: what makes it stands in the page itself. The server lets exactly this
 * text run, by its hash (server/plugins/client.ts).
 */
function startInPage(): Plugin {
  return {
    name: 'tierline:start-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (_html, { bundle }) => {
        const built = await build({
          configFile: false,
          logLevel: 'silent',
          root: import.meta.dirname,
          publicDir: false,
          build: {
            write: false,
            assetsInlineLimit: 0,
            target: 'baseline-widely-available',
            modulePreload: { polyfill: false },
            rolldownOptions: {
              input: join(import.meta.dirname, 'src/app/start-in-page.ts'),
              output: { format: 'iife' },
            },
          },
        })
        const files = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
        const code = files.find((file) => file.type === 'chunk')
        if (!code) throw new Error('What starts the page was not built')
        // It names fonts; another name than that of the style sheet would be loaded twice.
        const unknown = files.find((file) => file.type === 'asset' && !bundle?.[file.fileName])
        if (unknown) throw new Error(`The client has no file ${unknown.fileName}, which the page would load`)
        return [
          { tag: 'script', children: code.code.trim().replaceAll('</', '<\\/'), injectTo: 'head-prepend' as const },
        ]
      },
    },
  }
}

/** While it is developed the same stands before the program as a file. */
function startBesideProgram(): Plugin {
  return {
    name: 'tierline:start-beside-program',
    apply: 'serve',
    transformIndexHtml: () => [
      { tag: 'script', attrs: { type: 'module', src: '/src/app/start-in-page.ts' }, injectTo: 'head-prepend' as const },
    ],
  }
}

/** What every page has loaded before it asks for anything else. */
const isBeginning = (file: string): boolean => /[\\/](first|react|rolldown-runtime)-[^\\/]*\.js$/.test(file)

// The client sends the second header that the server reads.
if (process.env.TOKEN_HEADER) process.env.VITE_TOKEN_HEADER ??= process.env.TOKEN_HEADER.toLowerCase()

const api = process.env.TIERLINE_API ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    productionRouter(),
    sonnerWithoutInjectedStyle(),
    preloadClient(),
    startInPage(),
    startBesideProgram(),
  ],
  html: { cspNonce: nonceMark },
  build: {
    outDir: 'dist',
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The page itself has named what the program begins with, and what is asked for needs no second request for itself.
      resolveDependencies: (file, files) =>
        isBeginning(file) ? [] : files.filter((name) => name !== file && !isBeginning(name)),
    },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser)[\\/]/,
            },
            // Every page loads the program, its shell and the list that most pages are: one file, fewer requests, better
            // compressed.
            {
              name: 'first',
              test: /[\\/]src[\\/](app[\\/](main|client|shell[\\/]shell)|engine[\\/]list[\\/]list-screen)\.tsx$/,
              includeDependenciesRecursively: true,
            },
          ],
        },
      },
    },
  },
  optimizeDeps: { exclude: ['sonner'] },
  server: { port: 5173, proxy: { '/api': { target: api, changeOrigin: false, ws: true } } },
})
