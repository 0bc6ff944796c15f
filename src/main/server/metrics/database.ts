import { Counter, Gauge, type Registry } from 'prom-client'
import type { DatabaseLoad } from '../../store/types'

/** Figures of the database that a workspace lies in, and of its object storage. @returns a function that looks */
export function openDatabaseFigures(
  registry: Registry,
  load: () => Promise<DatabaseLoad>
): () => Promise<void> {
  const registers = [registry]
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `galley_database_${name}`, help, registers })
  const most = gauge('connections_most', 'Connections that this node may have.')
  const inUse = gauge('connections_in_use', 'Connections that something is asked through.')
  const waiting = gauge('waiting', 'Questions that wait for a connection.')
  const behind = gauge('event_lag_seconds', 'Since the oldest change that this node has not heard of.')
  const nodes = gauge('nodes', 'Nodes that serve the workspace.')
  const begunAgain = new Counter({
    name: 'galley_database_transactions_begun_again_total',
    help: 'Transactions that met another one, since the start.',
    registers
  })
  const calls = new Counter({
    name: 'galley_objects_calls_total',
    help: 'What was asked of the object storage, since the start.',
    labelNames: ['call', 'outcome'],
    registers
  })
  const seconds = new Counter({
    name: 'galley_objects_seconds_total',
    help: 'How long the object storage took to answer.',
    labelNames: ['call'],
    registers
  })
  return async () => {
    // a database that is away: what was known last stands
    const found = await load().catch(() => null)
    if (!found) return
    most.set(found.most)
    inUse.set(found.inUse)
    waiting.set(found.waiting)
    behind.set(found.behind)
    nodes.set(found.nodes)
    begunAgain.reset()
    begunAgain.inc(found.begunAgain)
    calls.reset()
    seconds.reset()
    for (const { call, done, failed, seconds: took } of found.objects) {
      calls.inc({ call, outcome: 'done' }, done)
      calls.inc({ call, outcome: 'failed' }, failed)
      seconds.inc({ call }, took)
    }
  }
}
