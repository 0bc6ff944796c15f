import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startTryServer } from '../../../src/main/team/try-server'
import { makeToken } from '../../contract/over-http'
import { cliFile, serve, serveWorkspace, type RunningServer } from './server'
import { waitFor } from './wait'

/** A server that an app is paired with, and that a browser is signed in at. */
export interface PairedServer {
  /** Where the browser is. */
  readonly origin: string
  /** The one-time link of its owner. */
  readonly link: string
  /** Where the app asks. */
  readonly forApps: string
  /** A token of somebody. */
  token(email: string): Promise<string>
  stop(): Promise<void>
}

/** `galley serve` over a folder. */
export async function pairedFolder(data: string): Promise<PairedServer> {
  const { origin, link, stop } = await serveWorkspace(data)
  return { origin, link, forApps: origin, token: (email) => makeToken(data, { email }), stop }
}

/**
 * Two nodes of a team’s server that were told no origin, over a PostgreSQL of their own: the app asks the one that leads, the
 * browser the other one.
 */
export async function pairedTeam(): Promise<PairedServer> {
  const nodes: RunningServer[] = []
  const database = await startTryServer({ isSafe: false })
  const environment = { GALLEY_TEAM_DATABASE_URL: database.url, GALLEY_TEAM_GRACE: '0' }
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await database.stop()
  }
  const galley = async (...words: string[]) => {
    const env = { ...process.env, ...environment }
    return (await promisify(execFile)(process.execPath, [cliFile, ...words], { env })).stdout.trim()
  }
  const start = async () => {
    const node = await serve(['team', 'serve'], environment)
    nodes.push(node)
    return node
  }
  try {
    await galley('team', 'migrate')
    const leading = await start()
    await waitFor('the first node to lead', async () => leading.said().includes('this node leads'))
    const { origin, link } = await start()
    const token = (email: string) => galley('token', 'create', '--data', 'team:', '--email', email)
    return { origin, link, forApps: leading.origin, token, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
