import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// The hub serves exactly the files named in `files`, and each of them compressed if that makes it smaller.
const packForHub: Plugin = {
  name: 'pack-for-hub',
  apply: 'build',
  writeBundle({ dir }) {
    const root = dir!;
    const files = (readdirSync(root, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files) {
      const plain = readFileSync(file);
      for (const [ending, packed] of [['.gz', gzipSync(plain, { level: 9 })], ['.br', brotliCompressSync(plain)]] as const) {
        writeFileSync(file + ending, packed);
      }
    }
    writeFileSync(join(root, 'files'), files.map((file) => file.slice(root.length + 1) + '\n').sort().join(''));
  },
};

const hub = process.env.LIVEKUBE_HUB ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: './',
  plugins: [packForHub],
  build: {
    outDir: process.env.LIVEKUBE_WEB_OUT ?? 'target/dashboard',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '/api': hub, '/clusters': hub, '/version': hub } },
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'browser',
          include: ['test/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
