import { chmodSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { stageNative } from './native.mjs'
import { nodeRuntime } from './node-runtime.mjs'
import { stageProgram } from './program.mjs'

/** Where the command line, its interface and its Node lie in a system, without the first `/`. */
export const own = 'usr/lib/galley'

/** Puts them there, below a folder; `node` is what runs `service/out/main/cli.js`. */
export function stageOwn(folder, epoch) {
  const service = join(folder, own, 'service')
  mkdirSync(service, { recursive: true })
  stageProgram(service, epoch)
  stageNative(service)
  const { program, licence } = nodeRuntime()
  const node = join(folder, own, 'node')
  cpSync(program, node)
  chmodSync(node, 0o755)
  cpSync(licence, join(folder, own, 'LICENSE.node'))
}
