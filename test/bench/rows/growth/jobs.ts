import { setTimeout } from 'node:timers/promises'
import type { JobTopic } from '../../../../src/common/publishing/jobs'
import type { PublishingClient } from '../../../../src/common/api/client/publishing'
import { bodyOf } from '../../documents'
import { cpuOf, grown } from './grown'
import { inWorkspace, pagesIn, SITE, writePages } from './site'

/** Publishing jobs that name each of their paths. */
export const jobs = (place: string) =>
  grown({
    sizes: [250, 1_000, 4_000],
    kinds: {
      publish: 'a publish job without a query index, paths named',
      status: 'a status job, paths named',
      unpublish: 'an unpublish job, paths named'
    },
    times: 1,
    cost(size) {
      const paths = pagesIn(size, 20)
      const named = paths.map((path) => path.slice(0, -'.html'.length))
      return inWorkspace(
        place,
        (store) => writePages(store, paths),
        async ({ ask, publishing }) => {
          const many = (remove: boolean) => async () =>
            ended(publishing, remove ? 'publish-remove' : 'publish', [
              await publishing.startMany(SITE, 'live', named, remove)
            ])
          const publish = await cpuOf(many(false))
          const body = JSON.stringify({ paths: named, select: ['live', 'preview'] })
          const status = await cpuOf(async () => {
            const answer = await ask(`/publish/status${SITE}/main/*`, { method: 'POST', body })
            const { job } = JSON.parse(new TextDecoder().decode(await bodyOf(answer))) as {
              job: { name: string }
            }
            await ended(publishing, 'status', [job.name])
          })
          return { publish, status, unpublish: await cpuOf(many(true)) }
        }
      )
    }
  })

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
