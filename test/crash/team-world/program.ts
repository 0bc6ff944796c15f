import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openDatabase } from '../../../src/main/store/postgres/database'
import { startTryServer } from '../../../src/main/team/try-server'
import { Clients } from './clients'
import { isOrdered, type World } from './history'
import { CLIENTS, DATABASE, makeMachine, makeNetwork, type Cut, type Machine } from './network'
import { leads, startNode, type Node } from './node'

/** What is done to three nodes and their database while people work there. */
export type Fault =
  | 'none'
  | 'a node dies'
  | 'the node that leads dies'
  | 'a node hangs'
  | 'the database dies'
  | Cut
  | 'between a node and the database'

/** What a round has shown. */
export interface Round {
  readonly fault: Fault
  readonly done: number
  /** Of these nobody knows whether they happened. */
  readonly unknown: number
  readonly turnedAway: number
  /** Milliseconds that the slowest one took, also of those that nobody knows of. */
  readonly slowest: number
  /** An order of all of it exists. */
  readonly isOrdered: boolean
  readonly faults: readonly string[]
  /** Milliseconds until the node that is cut off said so, and until it served again; null: nobody can ask it, or nothing was cut. */
  readonly notReady: number | null
  readonly ready: number | null
}

export interface Told {
  readonly program: string
  readonly folder: string
  readonly faults: readonly Fault[]
  /** How long a node is cut off, or hangs, in milliseconds. */
  readonly lasts: number
}

const PORT = 4502
const NODES = 3
const PEOPLE = 8
/** What people do before something goes wrong, and once all is well again. */
const ENOUGH = 50
const site = '/o/s'
const paths = ['a', 'b', 'c', 'd', 'e'].map((name) => `${site}/${name}.html`)
const run = promisify(execFile)

/**
 * A team's server in networks of their own, with people at it, and what goes wrong. Tells what each round has shown, a JSON line each.
 * Argument: the file with what it is told (`Told`).
 */
async function main(): Promise<void> {
  const told = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as Told
  await makeNetwork()
  const machines = await Promise.all(Array.from({ length: NODES }, (_, at) => makeMachine(at + 1)))
  const team = new Team(told, machines)
  // of a test that is given up
  process.once('SIGTERM', () => void team.end().finally(() => process.exit(1)))
  process.once('exit', () => machines.forEach((machine) => machine.remove()))
  try {
    await team.start()
    let places: World['places'] = paths.map(() => null)
    for (const fault of told.faults) places = await round(team, fault, places)
  } finally {
    await team.end()
    for (const machine of machines) machine.remove()
  }
}

/** @returns what is where afterwards */
async function round(team: Team, fault: Fault, begin: World['places']): Promise<World['places']> {
  const clients = new Clients({
    nodes: team.machines.map(({ address }) => ({ host: address, port: PORT })),
    token: team.token,
    site,
    paths,
    random: Math.random
  })
  let isOver = false
  const working = clients.run(PEOPLE, () => isOver)
  const more = async () => {
    const enough = clients.done.length + ENOUGH
    while (clients.done.length < enough) await pause(50)
  }
  await more()
  const shown = await team.suffer(fault)
  await more()
  isOver = true
  await working
  // what nobody knows of has happened by then, or never will
  await team.untilNothingIsUnderWay()
  const places = await clients.look()
  clients.close()
  const { done, turnedAway, faults } = clients
  const line: Round = {
    fault,
    done: done.length,
    unknown: done.filter(({ to }) => to === null).length,
    turnedAway,
    slowest: Math.round(clients.slowest),
    isOrdered: isOrdered(done, { places: begin, trash: [] }),
    faults,
    ...shown
  }
  process.stdout.write(`${JSON.stringify(line)}\n`)
  return places
}

class Team {
  token = ''
  private nodes: Node[] = []
  private server: Awaited<ReturnType<typeof startTryServer>> | null = null

  constructor(
    private readonly told: Told,
    readonly machines: readonly Machine[]
  ) {}

  async start(): Promise<void> {
    await this.certify()
    const { url } = await this.startDatabase()
    const environment = { ...process.env, GALLEY_TEAM_DATABASE_URL: url }
    const galley = async (...args: string[]) =>
      (await run(process.execPath, [this.told.program, ...args], { env: environment })).stdout.trim()
    await galley('team', 'migrate')
    this.nodes = this.machines.map((machine) => this.startNode(machine))
    await this.untilReady()
    this.token = await galley('token', 'create', '--data', 'team:', '--email', 'maria@example.com')
  }

  async end(): Promise<void> {
    for (const { process } of this.nodes) process.kill('SIGKILL')
    await Promise.all(this.nodes.map(({ ended }) => ended))
    await this.server?.stop()
  }

  /** @returns when all is well again */
  async suffer(fault: Fault): Promise<Pick<Round, 'notReady' | 'ready'>> {
    const at = this.nodes.findIndex(fault === 'the node that leads dies' ? leads : () => Math.random() < 0.4)
    const [node, machine] = [this.nodes[Math.max(0, at)], this.machines[Math.max(0, at)]]
    if (!node || !machine) throw new Error('There are no nodes.')
    const unseen = { notReady: null, ready: null }
    switch (fault) {
      case 'none':
        return unseen
      case 'a node dies':
      case 'the node that leads dies':
        node.process.kill('SIGKILL')
        await node.ended
        this.nodes = this.nodes.map((one) => (one === node ? this.startNode(machine) : one))
        break
      case 'a node hangs':
        node.process.kill('SIGSTOP')
        await pause(this.told.lasts)
        node.process.kill('SIGCONT')
        break
      case 'the database dies':
        await this.killDatabase()
        await pause(500)
        await this.startDatabase()
        break
      case 'from the clients':
      case 'to the clients':
        await machine.cut(fault)
        await pause(this.told.lasts)
        await machine.heal()
        break
      default: {
        const cutAt = performance.now()
        if (fault === 'between a node and the database')
          await Promise.all([machine.cut('to the database'), machine.cut('from the database')])
        else await machine.cut(fault)
        while (await isReady(machine)) await pause(50)
        const notReady = Math.round(performance.now() - cutAt)
        await pause(Math.max(0, this.told.lasts - notReady))
        await machine.heal()
        const healedAt = performance.now()
        await this.untilReady()
        return { notReady, ready: Math.round(performance.now() - healedAt) }
      }
    }
    await this.untilReady()
    return unseen
  }

  /** No transaction is open, and nothing that was given up is still on its way to the database. */
  async untilNothingIsUnderWay(): Promise<void> {
    if (!this.server) return
    const database = openDatabase(this.server.url)
    for (let tries = 0; tries < 600; tries++) {
      await pause(100)
      const open = await database.all(
        `select from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid() and backend_type = 'client backend'`
      )
      const leaving = await Promise.all(this.machines.map((machine) => machine.leaving()))
      if (open.length === 0 && leaving.every((sockets) => sockets === '')) return database.close()
    }
    throw new Error('Something does not end.')
  }

  private startNode({ address, within }: Machine): Node {
    const root = encodeURIComponent(this.inFolder('certificate.pem'))
    const environment = {
      ...process.env,
      GALLEY_TEAM_DATABASE_URL: `postgres://galley@${DATABASE}/postgres?sslmode=verify-full&sslrootcert=${root}`,
      GALLEY_TEAM_HOST: address,
      GALLEY_TEAM_PORT: String(PORT)
    }
    return startNode(this.told.program, environment, within)
  }

  private async untilReady(): Promise<void> {
    for (let tries = 0; tries < 1_200; tries++) {
      const all = await Promise.all(this.machines.map(isReady))
      if (all.every(Boolean) && this.nodes.some(leads)) return
      await pause(100)
    }
    throw new Error(`The nodes do not serve: ${this.nodes.map(({ said }) => said).join('\n')}`)
  }

  private inFolder(name: string): string {
    return join(this.told.folder, name)
  }

  /** The database says who it is. */
  private async certify(): Promise<void> {
    await mkdir(this.told.folder)
    // the database's own user goes through it
    await Promise.all([chmod(this.told.folder, 0o711), chmod(dirname(this.told.folder), 0o711)])
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=database'],
      ...['-addext', `subjectAltName=IP:${DATABASE}`],
      ...['-keyout', this.inFolder('key.pem'), '-out', this.inFolder('certificate.pem')]
    ])
    await writeFile(this.inFolder('hba.conf'), 'local all all trust\nhostssl all all 192.0.2.0/24 trust\n')
    await run('chown', ['postgres:postgres', this.inFolder('key.pem')])
    await chmod(this.inFolder('key.pem'), 0o600)
  }

  private async startDatabase() {
    this.server = await startTryServer({
      folder: this.inFolder('database'),
      settings: [
        `listen_addresses=${DATABASE}`,
        'ssl=on',
        `ssl_cert_file=${this.inFolder('certificate.pem')}`,
        `ssl_key_file=${this.inFolder('key.pem')}`,
        `hba_file=${this.inFolder('hba.conf')}`
      ]
    })
    return this.server
  }

  private async killDatabase(): Promise<void> {
    const pid = this.server?.pid ?? 0
    const { stdout } = await run('pgrep', ['-P', String(pid)])
    for (const one of [pid, ...stdout.split('\n').filter(Boolean).map(Number)])
      try {
        process.kill(one, 'SIGKILL')
      } catch {
        // it has ended with the others
      }
  }
}

/** What a proxy asks. */
function isReady({ address }: Machine): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({
      host: address,
      port: PORT,
      path: '/readyz',
      localAddress: CLIENTS,
      timeout: 2_000
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(false))
    asked.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    asked.end()
  })
}

void main()
