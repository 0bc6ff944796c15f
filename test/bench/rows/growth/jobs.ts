import { setTimeout } from 'node:timers/promises'
import type { JobTopic } from '../../../../src/common/publishing/jobs'
import type { PublishingClient } from '../../../../src/common/api/client/publishing'
import { bodyOf } from '../../documents'
import type { Finding } from '../../row'
import { cpuOf, grown } from './grown'
import { inWorkspace, pagesIn, SITE, writePages } from './site'

const kinds = {
  publish: 'a publish job without a query index, paths named',
  status: 'a status job, paths named',
  statusOfAll: 'the same with /*',
  unpublish: 'an unpublish job, paths named',
  unpublishAll: 'the same with /*'
}

/** Publishing jobs that name each of their paths, and those of all paths. */
export const jobs = async (place: string): Promise<Finding[]> => {
  let last: Readonly<Record<keyof typeof kinds, number>> | undefined
  const grew = await grown({
    sizes: [250, 1_000, 4_000],
    kinds,
    times: 1,
    cost: async (size) => (last = await costOf(place, size))
  })
  const beside = (what: string, named: number, all: number): Finding => ({
    what: `${what} of 4,000 paths named`,
    galley: { value: named, unit: 'ms' },
    baseline: { what: 'with /*', took: { value: all, unit: 'ms' } },
    budget: { kind: 'ratio', atMost: 1.5 }
  })
  return last
    ? [
        ...grew,
        beside('a status job', last.status, last.statusOfAll),
        beside('an unpublish job', last.unpublish, last.unpublishAll)
      ]
    : grew
}

function costOf(place: string, size: number) {
  const pages = pagesIn(size, 20)
  const named = pages.map((path) => path.slice(0, -'.html'.length))
  return inWorkspace(
    place,
    (store) => writePages(store, pages),
    async ({ ask, publishing }) => {
      const many = (paths: readonly string[], remove: boolean) =>
        cpuOf(async () =>
          ended(publishing, remove ? 'publish-remove' : 'publish', [
            await publishing.startMany(SITE, 'live', paths, remove)
          ])
        )
      const status = (paths: readonly string[]) =>
        cpuOf(async () => {
          const body = JSON.stringify({ paths, select: ['live', 'preview'] })
          const answer = await ask(`/publish/status${SITE}/main/*`, { method: 'POST', body })
          const { job } = JSON.parse(new TextDecoder().decode(await bodyOf(answer))) as {
            job: { name: string }
          }
          await ended(publishing, 'status', [job.name])
        })
      const publish = await many(named, false)
      const took = {
        publish,
        status: await status(named),
        statusOfAll: await status(['/*']),
        unpublish: await many(named, true)
      }
      await many(named, false)
      return { ...took, unpublishAll: await many(['/*'], true) }
    }
  )
}

async function ended(publishing: PublishingClient, topic: JobTopic, [name = '']: readonly string[]) {
  for (;;) {
    const job = await publishing.job(SITE, topic, name)
    if (job.state === 'stopped') {
      if (job.error !== undefined || job.progress.failed > 0)
        throw new Error(`${topic}: ${String(job.error)}`)
      return
    }
    await setTimeout(20)
  }
}
