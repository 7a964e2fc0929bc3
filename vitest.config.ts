import { defineConfig } from 'vitest/config'

export const testConfig = defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    testTimeout: 30_000,
  },
})

export default testConfig
