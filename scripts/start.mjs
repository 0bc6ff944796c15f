#!/usr/bin/env node
// Opens the app. Without a display or without Electron's program it serves the same interface to the browser (L1).
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { electronBinary } from './electron-binary.mjs'
import { become, main, root, say } from './project.mjs'

const CANNOT_START = 127

main(async () => {
  const [first, ...others] = process.argv.slice(2)
  const development = first === '--dev'
  const args = development ? others : process.argv.slice(2)
  if (args.includes('--help')) {
    process.stdout.write(
      'usage: npm start            opens Galley\n       npm run dev          the same, with live reload of the interface\n'
    )
    return 0
  }
  if (!development) await ensureBuild()
  const reason = whyNoWindow()
  if (reason) return serve(reason)
  if (development) return develop(args)
  const code = await become(electronBinary(), [...flags(), root, ...args], { cwd: process.cwd() })
  return code === CANNOT_START
    ? serve("Electron's program cannot start here (a system library is missing)")
    : code
})

function whyNoWindow() {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return 'there is no display'
  if (!electronBinary()) return "Electron's program is not installed"
  return null
}

/** Chromium's sandbox refuses to run as root. */
function flags() {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

async function serve(reason) {
  say(`${reason}: serving Galley to the browser instead. Open the link below; Ctrl+C ends it.`)
  await ensureBuild()
  const args = ['serve', '--data', process.env.GALLEY_WORKSPACE ?? defaultWorkspace(), '--port', '0']
  return become(process.execPath, [join(root, 'out/main/cli.js'), ...args])
}

function defaultWorkspace() {
  const documents = join(homedir(), 'Documents')
  return join(existsSync(documents) ? documents : homedir(), 'Galley')
}

function develop(args) {
  const program = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const options = ['dev', ...(flags().length > 0 ? ['--noSandbox'] : []), '--', ...args]
  const env = { ...process.env, ELECTRON_EXEC_PATH: electronBinary() }
  return become(process.execPath, [program, ...options], { cwd: root, env })
}
