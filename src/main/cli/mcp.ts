import { resolve } from 'node:path'
import { urlOf } from '../../common/api/url'
import type { Command } from './command'
import { parseOptions, required, UsageError } from './command'
import { bridge } from './mcp-bridge'
import { NOWHERE, openFolder } from './open-folder'
import { serverIn } from './server-address'

const help = `usage: galley mcp --server <address> [--read-only | --dry-run]
       galley mcp --data <folder> [--read-only | --dry-run]

Speaks the Model Context Protocol on standard input and output, so that an agent or an editor works with Galley’s content:
lists, searches, reads, writes with the etag that was read, edits pages by block, checks, compares, restores, publishes.
The agent may do what its token may, and every change is recorded with its name.

  --server <address>  a service that runs, for example http://127.0.0.1:4502. The token is read from GALLEY_TOKEN, never
                     from an argument; beyond this computer it goes over https alone
  --data <folder>    the workspace itself, as its owner; nothing else may have it open
  --read-only        without the tools that change something
  --dry-run          they answer with the difference, and change nothing
  --help             shows this

Programs that speak the protocol over HTTP ask the service itself: <address>/mcp, with “Authorization: Bearer <token>”.
What a token did is brought back with “galley token undo”, or in the app: Settings, Access tokens.`

/** `galley mcp` (MC9). @param workerProgram in which documents are worked on */
export const mcpCommand = (parts: {
  readonly appVersion: string
  readonly workerProgram: string | null
}): Command => ({
  name: 'mcp',
  summary: 'lets agents and editors work with the content (Model Context Protocol)',
  help,
  async run(args, terminal) {
    const flags = new Set<string>(args.filter((arg) => arg === '--read-only' || arg === '--dry-run'))
    if (flags.size > 1) throw new UsageError('say --read-only or --dry-run, not both')
    const { values } = parseOptions(
      args.filter((arg) => !flags.has(arg)),
      { server: { type: 'string' }, data: { type: 'string' } }
    )
    if ((values.server === undefined) === (values.data === undefined))
      throw new UsageError('say --server or --data')
    const [mode] = [...flags].map((flag) => flag.slice(2))
    const at = urlOf('mcp', mode === undefined ? {} : { mode })
    if (values.server !== undefined) {
      const server = serverIn(values.server)
      const token = required(process.env['GALLEY_TOKEN'], 'GALLEY_TOKEN')
      // what it says of itself leads nowhere else with the token
      await bridge(new URL(server + at), (url, init) => fetch(url, { ...init, redirect: 'error' }), token)
      return
    }
    const data = resolve(required(values.data, '--data'))
    const opened = await openFolder(data, terminal, parts, otherWays(data))
    try {
      await bridge(new URL(at, NOWHERE), (url, init) => opened.ask(new Request(url, init)))
    } finally {
      await opened.close()
    }
  }
})

const otherWays = (data: string) =>
  `another Galley has ${data} open. Turn on “Local API” there and give its address with --server and a token in GALLEY_TOKEN; or close it first`
