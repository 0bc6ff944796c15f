import { urlOf } from '../../../../../common/api/url'
import { nameOf, type ContentPath } from '../../../../../common/content/paths'
import type { LinkPlanAnswer } from '../../../../../common/links/answers'
import type { Move } from '../../../../../common/links/moved'
import { configsNaming, renamedInConfig } from '../../../../../common/links/naming'
import { api, sentenceOf } from '../../../api'
import { notifyFailure } from '../../../workbench/toast'

/** Of the configs that name what moves, those whose rows can be changed with it, by this person. */
export async function changeableConfigs(
  moves: readonly Move[],
  { naming }: Pick<LinkPlanAnswer, 'naming'>
): Promise<readonly ContentPath[]> {
  const named = new Set(naming.map(({ where }) => where))
  const configs = configsNaming(moves).filter((path) => named.has(urlOf('readConfig', { at: path })))
  const found = await Promise.all(
    configs.map(async (path) => {
      const config = await api.config(path).catch(() => null)
      return config?.writable && renamedInConfig(config.text, path, moves) !== null ? [path] : []
    })
  )
  return found.flat()
}

/** Has the rows of these configs name what moved by its new place. @returns what takes it back */
export async function renameInConfigs(
  configs: readonly ContentPath[],
  moves: readonly Move[]
): Promise<() => Promise<void>> {
  const undone: (() => Promise<void>)[] = []
  for (const path of configs)
    try {
      const config = await api.config(path)
      const text = config && renamedInConfig(config.text, path, moves)
      if (!config || text === null) continue
      const saved = await api.saveConfig(path, text, conditionOf(config))
      undone.push(async () => void (await api.saveConfig(path, config.text, conditionOf(saved))))
    } catch (error) {
      notifyFailure(`The config of “${nameOf(path)}” still names the old place`, sentenceOf(error))
    }
  return async () => {
    for (const undo of undone)
      await undo().catch((error: unknown) =>
        notifyFailure('A config still names the new place', sentenceOf(error))
      )
  }
}

const conditionOf = ({ etag }: { readonly etag: string | null }) => (etag === null ? {} : { ifMatch: etag })
