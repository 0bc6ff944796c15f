#!/usr/bin/env node
// The long form of test/hostile and of generated requests: as many mutated records, requests, documents and answers as GALLEY_HOSTILE says, else 10,000 of each.
import { join } from 'node:path'
import { become, main, root } from './project.mjs'

main(() =>
  become(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'node',
      '--testTimeout',
      '7200000',
      'test/hostile',
      'test/contract/generated.test.ts',
      ...process.argv.slice(2)
    ],
    { cwd: root, env: { GALLEY_HOSTILE: '10000', GALLEY_GENERATED: '100000', ...process.env } }
  )
)
