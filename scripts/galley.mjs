#!/usr/bin/env node
// The `galley` commands from a checkout: builds what is missing or stale (on stderr), then runs the command.
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { become, main, root } from './project.mjs'

main(async () => {
  await ensureBuild()
  return become(process.execPath, [join(root, 'out/main/cli.js'), ...process.argv.slice(2)])
})
