import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Syncing } from './syncing'

/** One Galley in a process of its own, that is killed and started again. */
export class Machine extends Syncing {
  private child: ChildProcess | null = null
  private ended: Promise<unknown> = Promise.resolve()
  private origin = ''
  private port = '0'

  constructor(
    name: string,
    folder: string,
    private readonly program: string,
    private readonly token: string,
    private readonly relays = false
  ) {
    super(name, folder)
  }

  get address(): string {
    return this.origin
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [this.program, this.folder, this.port], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        GALLEY_TEST_TOKEN: this.token,
        GALLEY_TEST_RELAYS: this.relays ? 'yes' : 'no'
      }
    })
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
      // faults of its own are for whoever reads the log of the run
      process.stderr.write(chunk)
    })
    this.child = child
    this.ended = new Promise((done) => child.once('close', done))
    const lines = createInterface({ input: child.stdout })
    this.origin = await new Promise<string>((ready, failed) => {
      lines.once('line', ready)
      void this.ended.then(() => failed(new Error(`${this.name} ended: ${errors}`)))
    })
    this.port = new URL(this.origin).port
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.child?.kill(signal)
    await this.ended
    this.child = null
  }

  async ask(method: string, path: string, body?: BodyInit, type?: string): Promise<Response> {
    return fetch(this.origin + path, {
      method,
      headers: { 'x-owner': 'yes', ...(type !== undefined && { 'Content-Type': type }) },
      ...(body !== undefined && { body })
    })
  }
}
