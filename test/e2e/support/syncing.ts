import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Syncing } from '../../crash/syncing'
import { launchApp, root, type RunningApp } from './app'
import { serveWorkspace, type RunningServer } from './server'
import { request } from './content'
import { waitFor, within } from './wait'

/** What a server that answers with 204 or 304 sends is nothing at all. */
const WITHOUT_BODY = [204, 205, 304]

/** The program of the command line, to its end. @returns what it printed */
export function galley(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'out/main/cli.js'), ...args], {
    encoding: 'utf8'
  })
  if (status !== 0) throw new Error(`galley ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`)
  return stdout.trim()
}

/** `galley serve` over a workspace, on the same port each time, that colleagues ask with a token. */
export class ServedGalley extends Syncing {
  private running: RunningServer | null = null
  private port = 0
  private madeToken = ''

  get address(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get token(): string {
    return this.madeToken
  }

  async start(): Promise<void> {
    this.running = await serveWorkspace(this.folder, this.port)
    this.port = Number(new URL(this.running.origin).port)
    if (this.madeToken === '')
      this.madeToken = galley('token', 'create', '--data', this.folder, '--email', 'team@example.com')
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await (signal === 'SIGKILL' ? this.running?.kill() : this.running?.stop())
  }

  ask(
    method: string,
    path: string,
    body?: BodyInit,
    type?: string,
    ifMatch?: string | null
  ): Promise<Response> {
    return fetch(this.address + path, {
      method,
      headers: {
        Authorization: `Bearer ${this.token}`,
        ...(type !== undefined && { 'Content-Type': type }),
        ...(ifMatch && { 'If-Match': ifMatch })
      },
      ...(body !== undefined && { body })
    })
  }
}

export interface AppOptions {
  readonly name: string
  readonly folder: string
  readonly userData: string
  /** Of the remote: an app without a keychain forgets it with its end, and is given it again, as a person would. */
  readonly token: string
}

/** The app in a window of its own, over a workspace and a profile that outlive it. What is asked of it, its page asks. */
export class AppGalley extends Syncing {
  /** How often it was started. */
  starts = 0
  readonly complaints: string[] = []
  private running: RunningApp | null = null

  constructor(private readonly options: AppOptions) {
    super(options.name, options.folder)
  }

  get isUp(): boolean {
    return this.running !== null
  }

  get page() {
    if (!this.running) throw new Error(`${this.name} is down`)
    return this.running.page
  }

  async start(): Promise<void> {
    const app = await launchApp({ userData: this.options.userData, workspace: this.folder })
    await waitFor(
      'an open workspace',
      async () => (await request(app.page, 'GET', '/app/workspace')).status === 200
    )
    this.starts += 1
    this.running = app
    for (const remote of (await this.overview()).remotes)
      if (!remote.hasToken)
        await this.ask(
          'PUT',
          `/sync/remotes/${remote.id}/token`,
          JSON.stringify({ token: this.options.token }),
          'application/json'
        )
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const ended = this.running
    this.running = null
    if (!ended) return
    await (signal === 'SIGKILL' ? ended.kill() : ended.quit())
    this.complaints.push(...ended.complaints)
  }

  async ask(
    method: string,
    path: string,
    body?: BodyInit,
    type?: string,
    ifMatch?: string | null
  ): Promise<Response> {
    const asked = new Request(`http://app${path}`, { method, ...(body !== undefined && { body }) })
    const sent = {
      method,
      path,
      body: body === undefined ? null : [...new Uint8Array(await asked.arrayBuffer())],
      type: type ?? asked.headers.get('Content-Type'),
      ifMatch: ifMatch ?? null
    }
    const answer = this.page.evaluate(async ({ method, path, body, type, ifMatch }) => {
      const answer = await fetch(path, {
        method,
        headers: {
          ...(type !== null && { 'Content-Type': type }),
          ...(ifMatch !== null && { 'If-Match': ifMatch })
        },
        ...(body === null ? {} : { body: new Uint8Array(body) })
      })
      return { status: answer.status, text: await answer.text(), etag: answer.headers.get('ETag') }
    }, sent)
    const { status, text, etag } = await within(`the answer of ${this.name} to ${method} ${path}`, answer)
    const headers = etag === null ? {} : { ETag: etag }
    return new Response(WITHOUT_BODY.includes(status) ? null : text, { status, headers })
  }
}
