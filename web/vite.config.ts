import { defineConfig } from 'vite';

// The program serves API and client from one origin; while developing, Vite passes the API on to it.
const server = process.env.BACKRANK_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  server: {
    proxy: { '/api': { target: server, ws: true } },
    // Tests read the games' files and the deal's vectors, which lie beside this folder.
    fs: { allow: ['..'] },
  },
  build: { target: 'es2022', sourcemap: false },
  test: { environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
} as Parameters<typeof defineConfig>[0]);
