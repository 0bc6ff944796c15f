import { modals } from '@mantine/modals'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import type { ContentCheck } from '../../../../common/publishing/check-answers'
import type { Environment } from '../../../../common/publishing/environments'
import type { PageReferences } from '../../../../common/publishing/reference-answers'
import { publishWord } from './check-words'
import { PublishQuestion } from './PublishQuestion'

interface Asked {
  readonly path: ContentPath
  readonly environment: Environment
  readonly check: ContentCheck
  /** What it links to and shows; null where that is not asked. */
  readonly references: PageReferences | null
}

/**
 * Shows what publishing a document changes, what is wrong with it, and what it links to that is not live.
 * Resolves to what is published with it, as paths below the site; null when nothing is.
 */
export function askPublish({
  path,
  environment,
  check,
  references
}: Asked): Promise<readonly string[] | null> {
  return new Promise((resolve) => {
    let chosen: readonly string[] | null = null
    const id = modals.open({
      title: `${publishWord(environment, false)} “${nameOf(path)}”?`,
      size: 'lg',
      onClose: () => resolve(chosen),
      children: (
        <PublishQuestion
          {...{ path, environment, check, references }}
          onChoose={(choice) => {
            chosen = choice
            modals.close(id)
          }}
        />
      )
    })
  })
}
