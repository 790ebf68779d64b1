import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: { assetsDir: 'assets/peer', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
})
