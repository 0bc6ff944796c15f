import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { WatchedService } from '../../service'
import type { DatabaseLoad } from '../../store/types'
import type { Watcher } from '../watched'
import { openDatabaseFigures } from './database'

/** Seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** What is measured. */
export interface Measured extends Pick<WatchedService, 'figures' | 'readiness'> {
  /** Of the database that the workspace lies in. */
  readonly load?: () => Promise<DatabaseLoad>
}

interface Metrics {
  readonly watcher: Watcher
  /** In Prometheus' text format. */
  text(): Promise<string>
  readonly type: string
}

/**
 * The figures of a service (OP2). Labels are patterns, methods, statuses and words of ours alone: no path, no
 * person, no token, so their number is bounded.
 */
export function openMetrics(service: Measured, version: string): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'galley_http_requests_total',
    help: 'Requests that are over.',
    labelNames: ['method', 'route', 'status'],
    registers
  })
  const duration = new Histogram({
    name: 'galley_http_request_duration_seconds',
    help: 'From a request’s headers to the end of its answer; without event streams.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers
  })
  const bytes = new Counter({
    name: 'galley_http_response_bytes_total',
    help: 'Bytes of the bodies of answers, as they were sent.',
    registers
  })
  const refused = new Counter({
    name: 'galley_http_requests_limited_total',
    help: 'Requests that were refused because there were too many.',
    registers
  })
  const gauge = (name: string, help: string) => new Gauge({ name: `galley_${name}`, help, registers })
  const underWay = gauge('http_requests_under_way', 'Requests under way; without event streams.')
  const streams = gauge('event_streams', 'Event streams that are open.')
  new Gauge({ name: 'galley_build_info', help: '1.', labelNames: ['version'], registers }).set({ version }, 1)
  const counter = (name: string, help: string) => new Counter({ name: `galley_${name}`, help, registers })
  const counted = {
    saves: counter('saves_total', 'Contents written since the start, of files and configs.'),
    versions: counter('versions_total', 'Versions made since the start.'),
    publications: counter('publications_total', 'Paths published or taken back since the start.')
  }
  const jobs = new Gauge({
    name: 'galley_jobs',
    help: 'Jobs that run or wait.',
    labelNames: ['kind'],
    registers
  })
  const free = gauge('disk_free_bytes', 'What may still be written on the workspace’s disk.')
  const total = gauge('disk_size_bytes', 'What the workspace’s disk holds in all.')
  const problems = gauge('store_problems', 'What of the store is damaged or breaks a rule.')
  const database = service.load ? openDatabaseFigures(registry, service.load) : null
  const ready = gauge('ready', '1 while requests should be sent here, else 0.')

  async function look(): Promise<void> {
    const [found, { ready: isReady }] = await Promise.all([
      service.figures(),
      service.readiness(),
      database?.()
    ])
    for (const name of ['saves', 'versions', 'publications'] as const) {
      counted[name].reset()
      counted[name].inc(found[name])
    }
    jobs.set({ kind: 'publishing' }, found.jobs.publishing)
    jobs.set({ kind: 'importing' }, found.jobs.importing)
    if (found.disk) {
      free.set(found.disk.free)
      total.set(found.disk.total)
    }
    problems.set(found.problems)
    ready.set(isReady ? 1 : 0)
  }

  return {
    type: registry.contentType,
    async text() {
      await look()
      return registry.metrics()
    },
    watcher: {
      begun: (isStream) => (isStream ? streams : underWay).inc(),
      ended({ method, route, status, isStream, ms, bytes: sent }) {
        const kind = isStream ? streams : underWay
        kind.dec()
        requests.inc({ method, route, status })
        bytes.inc(sent)
        if (status === 429) refused.inc()
        if (!isStream) duration.observe({ method, route }, ms / 1000)
      }
    }
  }
}
