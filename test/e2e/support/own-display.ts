import { spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { afterAll } from 'vitest'
import { within } from './wait'

/** Set by the command that runs the tests where nobody watches: each file has a display, and so a clipboard, of its own. */
if (process.env['GALLEY_OWN_DISPLAY']) {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe']
  })
  const end = () => server.kill()
  process.once('exit', end)
  afterAll(() => {
    process.off('exit', end)
    end()
  })
  // shown only when it ends: on its way to a free number it complains of those that are taken
  let said = ''
  server.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const failed = new Promise<never>((_resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${String(code)}: ${said}`)))
  })
  failed.catch(() => undefined)
  const told = server.stdio[3]
  if (!(told instanceof Readable)) throw new Error('Xvfb has no way to tell its display.')
  const number = new Promise<string>((resolve) =>
    told.once('data', (data: Buffer) => resolve(data.toString().trim()))
  )
  process.env['DISPLAY'] = `:${await within('a display', Promise.race([number, failed]), 30_000)}`
  delete process.env['WAYLAND_DISPLAY']
}
