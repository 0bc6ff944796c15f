import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { startTryServer } from '../../../src/main/team'
import { bodyOf, pageOf } from '../documents'
import { summaryOf, timed } from '../measure'
import { NotHere, type Row } from '../row'

const run = promisify(execFile)
const program = resolve('out/main/cli.js')
const NODES = 3
const WRITERS = 8
const SAVES = 40
const ROUNDS = 5

/** Eight people save through one node, and through three in turns: all nodes, the database and the people share one machine. */
export const teamNodes: Row = {
  name: 'team-nodes',
  title: 'a team on three nodes and one database',
  run: async () => {
    if (!existsSync(program)) throw new NotHere('it needs the build: npm run build')
    const server = await startTryServer().catch(() => {
      throw new NotHere('there is no PostgreSQL on this machine')
    })
    const env = {
      ...process.env,
      GALLEY_TEAM_DATABASE_URL: server.url,
      GALLEY_TEAM_PORT: '0',
      GALLEY_TEAM_LIMITS: 'off'
    }
    const galley = async (...args: string[]) =>
      (await run(process.execPath, [program, ...args], { env })).stdout.trim()
    const nodes: ChildProcess[] = []
    try {
      await galley('team', 'migrate')
      const origins: string[] = []
      for (let count = 0; count < NODES; count++) {
        const node = spawn(process.execPath, [program, 'team', 'serve'], {
          env,
          stdio: ['ignore', 'pipe', 'ignore']
        })
        nodes.push(node)
        origins.push(await listening(node))
      }
      const token = await galley('token', 'create', '--data', 'team:', '--email', 'writer@example.com')
      const headers = { Authorization: `Bearer ${token}` }
      let number = 0
      const round = async (asked: readonly string[]) => {
        const took: number[] = []
        await Promise.all(
          Array.from({ length: WRITERS }, async (_, one) => {
            for (let count = 0; count < SAVES; count++) {
              const body = new Uint8Array(pageOf(2048, (number += 1)))
              const origin = asked[(one + count) % asked.length] ?? ''
              const address = `${origin}/source/bench/site/p${one}.html`
              took.push(
                await timed(async () => bodyOf(await fetch(address, { method: 'PUT', body, headers })))
              )
            }
          })
        )
        return took
      }
      const [all, one] = [[] as number[], [] as number[]]
      for (let count = 0; count < ROUNDS; count++) {
        const [byAll, byOne] = [await round(origins), await round(origins.slice(0, 1))]
        if (count === 0) continue
        all.push(...byAll)
        one.push(...byOne)
      }
      return [
        {
          what: `a save of 2 KB over HTTP while ${WRITERS} people save`,
          galley: summaryOf(all),
          baseline: { what: 'the same through one of the nodes', took: summaryOf(one) },
          budget: { kind: 'ratio', atMost: 1.11 }
        }
      ]
    } finally {
      for (const node of nodes) {
        node.kill('SIGTERM')
        if (node.exitCode === null) await once(node, 'exit')
      }
      await server.stop()
    }
  }
}

async function listening(node: ChildProcess): Promise<string> {
  if (!node.stdout) throw new Error('galley team serve says nothing')
  for await (const line of createInterface(node.stdout)) {
    const origin = /listening on (\S+)/.exec(line)?.[1]
    if (origin !== undefined) return origin
  }
  throw new Error('galley team serve ended')
}
