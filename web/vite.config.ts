import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { first } from "./chunks.ts";
import { fonts } from "./fonts.ts";
import { shell } from "./shell.ts";

const server = process.env["LUDOTEKA"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), fonts(), shell()],
  build: {
    outDir: process.env["LUDOTEKA_STATIC"] ?? "../src/ludoteka/server/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 300,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: first, debugName: "first" }] } } },
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } }, fs: { allow: [".."] } },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
