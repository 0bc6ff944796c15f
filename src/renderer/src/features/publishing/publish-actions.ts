import { modals } from '@mantine/modals'
import { createElement } from 'react'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { isPage } from '../../../../common/formats/files'
import { resourcePathOf, siteFolder } from '../../../../common/publishing/addresses'
import type { ContentCheck } from '../../../../common/publishing/check-answers'
import type { Environment } from '../../../../common/publishing/environments'
import type { PageReferences } from '../../../../common/publishing/reference-answers'
import { reasonOf, sentenceOf } from '../../api'
import { notify, notifyFailure } from '../../workbench/toast'
import { publishAll } from './ask-many'
import { askPublish } from './ask-publish'
import { beforePublishing, needsLook } from './before-publishing'
import { asksAboutLinks, leaveOut, referenceSentence } from './linked'
import { publishing } from '../../api/publishing'
import { showPublished } from './PublishedView'

/** What is not saved yet is saved first, so that readers get what the person sees. */
export type Flush = () => Promise<boolean>

/**
 * What was typed and is not part of the document, in a sentence; null when all of it is. Asked when
 * everything else is saved.
 */
export type Unfinished = () => string | null

/**
 * Checks and, where something is wrong or a link would lead readers to nothing, asks (U7, U13); publishes,
 * and says how it went; of a structured document it goes on to the delivery address, with the overview of its
 * data (F5). Resolves to whether it did.
 * @param together it is asked in any case what of its links goes with it
 */
export async function publishNow(
  path: ContentPath,
  environment: Environment,
  flush: Flush,
  { unfinished = () => null, together = false }: { unfinished?: Unfinished; together?: boolean } = {}
): Promise<boolean> {
  const title = environment === 'live' ? 'Not published' : 'No preview was made'
  try {
    if (!(await flush())) {
      notifyFailure(
        title,
        'What you typed is not saved yet. The status bar says why; mend that, then try again.'
      )
      return false
    }
    const others = await othersGoing(path, environment, unfinished(), together)
    if (others === null) return false
    if (others.length > 0) return await publishTogether(path, others)
    const { media, [environment]: state } = await publishing.publish(environment, path)
    const done = environment === 'live' ? `${nameOf(path)} is live.` : `${nameOf(path)} is in preview.`
    notify(
      media.length === 0
        ? done
        : `${done} ${media.length === 1 ? 'One picture or other file' : `${media.length} pictures and other files`} went with it.`
    )
    if (state?.kind === 'structured') showPublished(path, environment, true)
    return true
  } catch (error) {
    const who = reasonOf(error) === 'forbidden' ? ' Whoever may write this document may publish it.' : ''
    notifyFailure(title, `${sentenceOf(error)}${who}`)
    return false
  }
}

/** As one job, which the status bar shows. */
async function publishTogether(path: ContentPath, others: readonly string[]): Promise<boolean> {
  if (!(await publishAll(siteFolder(path), [resourcePathOf(path), ...others], 'live'))) return false
  if ((await publishing.status(path)).live.kind === 'structured') showPublished(path, 'live', true)
  return true
}

/**
 * What goes to readers with it, as paths below the site; null: nothing does. A preview is for looking at: it
 * is asked about only what it would not show.
 */
async function othersGoing(
  path: ContentPath,
  environment: Environment,
  unfinished: string | null,
  together: boolean
): Promise<readonly string[] | null> {
  if (environment === 'preview' && unfinished === null) return []
  const [{ check = unchanged }, references] =
    environment === 'live' ? await Promise.all([publishing.check(path), referencesOf(path)]) : [{}, null]
  const told: ContentCheck =
    unfinished === null
      ? check
      : {
          ...check,
          errors: check.errors + 1,
          problems: [{ severity: 'error', message: unfinished }, ...check.problems]
        }
  const always = environment === 'live' && (together || beforePublishing() === 'always')
  const links = references !== null && asksAboutLinks(path, references)
  if (!always && !links && !needsLook(told)) return []
  const others = await askPublish({
    path,
    environment,
    check: told,
    // nothing to tell of it, nothing to ask
    references: references !== null && (together || referenceSentence(references) !== '') ? references : null
  })
  if (others !== null && references !== null) leaveOut(path, references, others)
  return others
}

/** Null for what has no links: media and data. */
const referencesOf = async (path: ContentPath): Promise<PageReferences | null> =>
  isPage(splitName(nameOf(path)).ext) ? publishing.references(path) : null

const unchanged: ContentCheck = {
  change: 'same',
  summary: '',
  errors: 0,
  warnings: 0,
  unseen: 0,
  problems: []
}

/**
 * Asks, then takes it away from readers: live and preview.
 * @param sourceGone the document was deleted or moved away
 */
export function askUnpublish(path: ContentPath, sourceGone = false): void {
  modals.openConfirmModal({
    title: `Unpublish “${nameOf(path)}”?`,
    children: createElement(
      'p',
      { style: { margin: 0 } },
      sourceGone
        ? 'Readers get “not found” from now on, and the preview goes too. The document is not here any more: to publish it again, bring it back from the trash first.'
        : 'Readers get “not found” from now on, and the preview goes too. The document itself stays as it is, with its history; the versions “Published” in it tell what was live.'
    ),
    labels: { confirm: 'Unpublish', cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    onConfirm: () => void unpublish(path)
  })
}

async function unpublish(path: ContentPath): Promise<void> {
  try {
    const gone = [await takeOut('live', path), await takeOut('preview', path)]
    notify(
      gone.includes(true)
        ? `${nameOf(path)} is not published any more.`
        : `${nameOf(path)} was not published.`
    )
  } catch (error) {
    notifyFailure('Not unpublished', sentenceOf(error))
  }
}

async function takeOut(environment: Environment, path: ContentPath): Promise<boolean> {
  try {
    await publishing.unpublish(environment, path)
    return true
  } catch (error) {
    if (reasonOf(error) === 'not-found') return false
    throw error
  }
}
