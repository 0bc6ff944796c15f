import { contentPath } from '../../../../src/common/content/paths'
import { bodyOf, writer } from '../../documents'
import { cpuOf, grown } from './grown'
import { inWorkspace, pagesIn, SITE, writePages } from './site'

const at = (path: string) => contentPath(`${SITE}${path}`)

export const trashed = (place: string) =>
  grown({
    sizes: [250, 1_000, 4_000],
    kinds: {
      purged: 'a hundred of the records in the trash deleted for good, records',
      back: 'all that was deleted brought back one by one, records'
    },
    times: 1,
    cost: (size) =>
      inWorkspace(
        place,
        async (store) => {
          const paths = pagesIn(size + 100, 20)
          await writePages(store, paths)
          for (const path of paths) await store.remove(at(path), { by: writer })
        },
        async ({ client }) => {
          const items = await client.trash(SITE)
          const each = async (ids: readonly string[], work: (id: string) => Promise<unknown>) => {
            for (const id of ids) await work(id)
          }
          const ids = items.map(({ id }) => id)
          return {
            purged: await cpuOf(() => each(ids.slice(0, 100), (id) => client.deleteFromTrash(SITE, id))),
            back: await cpuOf(() => each(ids.slice(100), (id) => client.restoreFromTrash(SITE, id)))
          }
        }
      )
  })

export const changed = (place: string) =>
  grown({
    sizes: [1_000, 4_000, 16_000],
    kinds: { changes: 'what changed since a moment in pages of 200, files' },
    times: 1,
    cost: (size) =>
      inWorkspace(
        place,
        (store) => writePages(store, pagesIn(size, 20)),
        async ({ ask }) => {
          const changes = await cpuOf(async () => {
            let after = ''
            for (;;) {
              const answer = await bodyOf(
                await ask(
                  `/app/moment${SITE}?from=1&limit=200${after && `&after=${encodeURIComponent(after)}`}`
                )
              )
              const { next } = JSON.parse(new TextDecoder().decode(answer)) as { next?: string }
              if (next === undefined) return
              after = next
            }
          })
          return { changes }
        }
      )
  })

export const onto = (place: string) =>
  grown({
    sizes: [250, 1_000, 4_000],
    kinds: { moved: 'a folder moved onto one with the same names, files' },
    times: 1,
    cost: (size) =>
      inWorkspace(
        place,
        (store) =>
          writePages(
            store,
            pagesIn(size, 20).flatMap((path) => [`/a${path}`, `/b${path}`])
          ),
        async ({ store }) => ({
          moved: await cpuOf(() => store.move(at('/a'), at('/b'), { by: writer, overwrite: true }))
        })
      )
  })
