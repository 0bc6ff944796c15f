import { contentPath, nameOf, type ContentPath } from '../../../../common/content/paths'
import { redirectsAsCsv, redirectsInCsv, withRedirects } from '../../../../common/publishing/redirects-csv'
import { api, reasonOf, sentenceOf } from '../../api'
import { openDocument } from '../../workbench/workbench'
import { saveText } from '../../components/save-text'
import { notify, notifyFailure, notifyWithUndo } from '../../workbench/toast'
import { chosenCsv } from '../../documents/chosen-csv'
import { askRedirects } from './RedirectsQuestion'
import { numberText } from '../../components/formats'

/**
 * Puts the redirects of a CSV file into the site's sheet, after it was shown what they change; one undo takes
 * them back (U11).
 */
export async function bringInRedirects(site: ContentPath): Promise<void> {
  const file = await chosenCsv()
  if (!file) return
  const path = redirectsOf(site)
  try {
    const found = redirectsInCsv(file.text)
    const before = await storedRedirects(path)
    const merge = withRedirects(before?.text ?? null, found.lines)
    if (!merge) {
      notifyFailure('Nothing was brought in', `“${nameOf(path)}” holds no sheet. Mend it first.`)
      return
    }
    if (merge.added + merge.changed === 0 && found.refused.length === 0) {
      notify('Every redirect of the file is there already.')
      return
    }
    if (!(await askRedirects({ file: file.name, ...merge, refused: found.refused }))) return
    const { etag } = await api.write(
      path,
      merge.text,
      before ? { ifMatch: before.etag } : { ifNoneMatch: '*' }
    )
    openDocument(path)
    notifyWithUndo(
      `Brought in ${counted(merge.added + merge.changed)}. Publish the sheet to have readers follow them.`,
      async () => {
        if (before) await api.write(path, before.text, { ifMatch: etag })
        else await api.remove(path, { ifMatch: etag })
      }
    )
  } catch (problem) {
    notifyFailure('The redirects were not brought in', sentenceOf(problem))
  }
}

/** Hands the site's redirects to the person as a file that spreadsheets open. */
export async function saveRedirects(site: ContentPath): Promise<void> {
  const path = redirectsOf(site)
  try {
    const stored = await storedRedirects(path)
    const csv = stored && redirectsAsCsv(stored.text)
    if (csv === null)
      notifyFailure('There is nothing to save', `The site ${nameOf(site)} has no sheet of redirects.`)
    else saveText(`${nameOf(site)}-redirects.csv`, csv, 'text/csv')
  } catch (problem) {
    notifyFailure('The redirects could not be read', sentenceOf(problem))
  }
}

const redirectsOf = (site: ContentPath): ContentPath => contentPath(`${site}/redirects.json`)

/** Null when there are none. */
async function storedRedirects(
  path: ContentPath
): Promise<{ readonly text: string; readonly etag: string } | null> {
  try {
    return await api.read(path)
  } catch (problem) {
    if (reasonOf(problem) === 'not-found') return null
    throw problem
  }
}

const counted = (count: number): string => `${numberText(count)} ${count === 1 ? 'redirect' : 'redirects'}`
