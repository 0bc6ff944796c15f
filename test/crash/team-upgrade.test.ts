import { execFile } from 'node:child_process'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/main/store/postgres/database'
import { startTryServer } from '../../src/main/team/try-server'
import { buildCli } from '../support/cli-program'
import { noDatabase } from '../support/team-database'
import { until } from '../support/workspace'
import { startNode, type Node } from './team-world/node'

const run = promisify(execFile)
/** A program of a Galley before, that the nodes begin with; default: this one. */
const BEFORE = process.env['GALLEY_UPGRADE_FROM']
const PEOPLE = 6

/** A proxy's way: it asks each node whether it is ready, ten times a second, and hands out requests by turns. */
class Balancer {
  nodes: Node[] = []
  private ready: Node[] = []
  private turn = 0
  private readonly agent = new Agent({ keepAlive: true })
  private readonly timer = setInterval(() => void this.look(), 100)

  constructor(private readonly headers: () => Readonly<Record<string, string>>) {}

  isReady = (node: Node): boolean => this.ready.includes(node)

  /** @returns the status of the answer, or why there is none */
  ask(method: string, path: string, body?: string): Promise<number | string> {
    const node = this.ready[this.turn++ % this.ready.length]
    return node ? this.send(node, method, path, body) : Promise.resolve('nobody is ready')
  }

  end(): void {
    clearInterval(this.timer)
    this.agent.destroy()
  }

  private async look(): Promise<void> {
    const { nodes } = this
    const found = await Promise.all(nodes.map((node) => this.send(node, 'GET', '/readyz')))
    // some may have been taken out meanwhile
    this.ready = nodes.filter((node, at) => found[at] === 200 && this.nodes.includes(node))
  }

  private send(node: Node, method: string, path: string, body?: string): Promise<number | string> {
    const { origin } = node
    if (origin === null) return Promise.resolve('it does not listen')
    return new Promise((resolve) => {
      const headers = { ...this.headers(), ...(body === undefined ? {} : { 'Content-Type': 'text/html' }) }
      const asked = request(`${origin}${path}`, { method, headers, agent: this.agent })
      asked.on('error', (error) => resolve(error.message))
      asked.on('response', (answer) => {
        answer.resume()
        answer.on('error', (error) => resolve(error.message))
        const { statusCode = 0, headers } = answer
        answer.on('end', () =>
          resolve(statusCode < 300 ? statusCode : `${statusCode} ${String(headers['x-error'])}`)
        )
      })
      asked.end(body)
    })
  }
}

test.skipIf(noDatabase)(
  'TM3 TM5 OP4 nodes are renewed one after another, and the tables under them, and nobody who works there is refused anything',
  { timeout: 300_000 },
  async () => {
    const cli = await buildCli()
    const server = await startTryServer({ isSafe: false })
    const { GALLEY_UPGRADE_FROM: _before, ...all } = process.env
    const env = { ...all, GALLEY_TEAM_DATABASE_URL: server.url, GALLEY_TEAM_GRACE: '1' }
    // one from before does not know a name that is new
    const { GALLEY_TEAM_GRACE: _grace, ...known } = env
    const told = (program: string) => (program === cli.file ? env : known)
    const galley = async (program: string, ...args: string[]) =>
      (await run(process.execPath, [program, ...args], { env: told(program) })).stdout.trim()
    const before = BEFORE ?? cli.file
    await galley(before, 'team', 'migrate')
    const start = (program: string) => startNode(program, told(program))
    let token = ''
    const balancer = new Balancer(() => (token === '' ? {} : { Authorization: `Bearer ${token}` }))
    onTestFinished(async () => {
      balancer.end()
      for (const { process } of balancer.nodes) process.kill('SIGKILL')
      await Promise.all(balancer.nodes.map(({ ended }) => ended))
      await server.stop()
    })
    balancer.nodes = [start(before), start(before), start(before)]
    await until(() => balancer.nodes.every(balancer.isReady), 60_000)
    token = await galley(before, 'token', 'create', '--data', 'team:', '--email', 'maria@example.com')

    const refused: string[] = []
    let isOver = false
    let count = 0
    const ask = async (method: string, path: string, body?: string) => {
      const answer = await balancer.ask(method, path, body)
      if (![200, 201, 204].includes(Number(answer))) refused.push(`${method} ${path} ${answer}`)
      count++
    }
    const people = Array.from({ length: PEOPLE }, async (_, person) => {
      for (let number = 0; !isOver; number++) {
        const path = `/o/s/page-${person}.html`
        await ask('PUT', `/source${path}`, `<body><main><p>${person} ${number}</p></main></body>`)
        await ask('GET', `/source${path}`)
        await ask('GET', '/list/o/s')
        // kept by the node that leads
        await ask('GET', '/rooms/list/o/s')
        if (number % 5 === 0) await ask('POST', `/versionsource${path}`)
        await pause(20)
      }
    })
    const some = async () => {
      const then = count
      await until(() => count > then + 50, 60_000)
    }

    await ask('PUT', '/source/o/s/to.html', '<body><main><div><p>There</p></div></main></body>')
    const linking = '<body><main><div><p>The lighthouse, <a href="/to">there</a></p></div></main></body>'
    await ask('PUT', '/source/o/s/from.html', linking)
    await some()
    await galley(cli.file, 'team', 'migrate')
    await some()
    for (const old of [...balancer.nodes]) {
      const next = start(cli.file)
      balancer.nodes = [...balancer.nodes, next]
      await until(() => balancer.isReady(next), 60_000)
      if (BEFORE !== undefined) {
        // it does not tell a proxy before it ends: who looks after it does
        balancer.nodes = balancer.nodes.filter((node) => node !== old)
        await pause(1_000)
      }
      old.process.kill('SIGTERM')
      await old.ended
      balancer.nodes = balancer.nodes.filter((node) => node !== old)
      expect([old.process.exitCode, old.said]).toEqual([0, old.said])
      await some()
    }
    isOver = true
    await Promise.all(people)
    expect(refused).toEqual([])
    expect(count).toBeGreaterThan(250)
    for (const { origin } of balancer.nodes)
      for (const path of ['/search/o?q=lighthouse', '/links/o/s/to.html?direction=in']) {
        const answer = await fetch(`${origin}${path}`, { headers: { Authorization: `Bearer ${token}` } })
        expect([path, answer.status]).toEqual([path, 200])
        expect(await answer.text()).toContain('/o/s/from.html')
      }

    // a step that this Galley cannot live with
    const database = openDatabase(server.url, { most: 1 })
    const last = await database.one('select max(n) n from schema_steps')
    await database.change(`insert into schema_steps (n, name, sha256) values ($1, 'later', 'x')`, [
      Number(last?.['n']) + 1
    ])
    await until(() => !balancer.nodes.some(balancer.isReady), 20_000)
    const late = start(cli.file)
    await late.ended
    expect(late.said).toContain('of a later Galley')
    await database.change(`delete from schema_steps where name = 'later'`)
    await database.close()
    await until(() => balancer.nodes.every(balancer.isReady), 20_000)
  }
)
