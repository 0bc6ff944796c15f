import { expect, it } from 'vitest'
import { createService } from '../../../src/main/service'
import { ada, bytes, p, until, withStore } from '../../support/workspace'

it('U1 a job that begins while the jobs are listed is in the next list', () =>
  withStore(async (store) => {
    await store.write(p('/o/s/a.html'), bytes('<main><p>a</p></main>'), { by: ada })
    const service = createService({ store, appVersion: '0.0.0', syncs: false })
    const ask = (method: string, path: string, body?: unknown) =>
      service.fetch(
        new Request(`galley://app${path}`, {
          method,
          headers: { 'Content-Type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) })
        }),
        'owner'
      )
    const listed = async () => {
      const answer = await ask('GET', '/publish/job/o/s/main/publish')
      return ((await answer.json()) as { jobs: { name: string; state: string }[] }).jobs
    }
    const began: string[] = []
    for (let round = 0; round < 15; round += 1) {
      const begun = ask('POST', '/publish/live/o/s/main/*', { paths: ['/a.html'] })
      for (let look = 0; look < 8; look += 1) await listed()
      began.push(((await (await begun).json()) as { job: { name: string } }).job.name)
      expect((await listed()).map(({ name }) => name).sort()).toEqual([...began].sort())
    }
    await until(async () => (await listed()).every(({ state }) => state === 'stopped'))
    await service.close()
  }))
