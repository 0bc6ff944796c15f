import { sideBySide } from '../../../../common/side-by-side'
import { contentPath, nameOf, type ContentPath } from '../../../../common/content/paths'
import { api, reasonOf, sendFile, sentenceOf } from '../../api'
import { desktop } from '../../workbench/bridge'
import { asJob } from '../../workbench/jobs'
import { notify, notifyFailure, notifyWithUndo } from '../../workbench/toast'
import { askConflict } from './ask-conflict'
import { setExpanded, tree } from '../../engines/tree/tree-store'
import { UploadCount } from './upload-count'
import { browserLimit, planUpload, resolvedUpload, type Incoming, type Planned } from './upload-plan'
import { numberText } from '../../components/formats'

const AT_ONCE = 4

/**
 * Brings files from the desktop into a folder: asks about taken names first, shows progress, ends with a
 * report.
 */
export async function upload(reading: Promise<readonly Incoming[]>, folder: ContentPath): Promise<void> {
  try {
    const incoming = await reading
    if (incoming.length === 0) return notify('There is no file in what was dropped.')
    const plan = await planUpload(incoming, folder, namesIn, desktop() ? null : browserLimit)
    const names = plan.clashing.map(({ to }) => nameOf(to))
    const choice = names.length === 0 ? 'skip' : await askConflict(names, { replace: true })
    if (choice === null) return
    await run(resolvedUpload(plan, choice), folder, plan.refused)
  } catch (error) {
    notifyFailure('The files could not be read', sentenceOf(error))
  }
}

async function run(
  planned: readonly Planned[],
  folder: ContentPath,
  refused: readonly Failure[]
): Promise<void> {
  const title = `Uploading to ${nameOf(folder)}`
  const total = planned.reduce((sum, { from }) => sum + from.size, 0)
  const outcome = await asJob({ title, total, unit: 'bytes' }, (progress, signal) =>
    send(planned, refused, progress, signal)
  )
  if (tree().root && folder !== tree().root) setExpanded(folder, true)
  report(outcome)
}

async function send(
  planned: readonly Planned[],
  refused: readonly Failure[],
  progress: (bytes: number, words: string) => void,
  signal: AbortSignal
): Promise<Outcome> {
  const count = new UploadCount(planned, progress)
  const created: ContentPath[] = []
  const failures: Failure[] = [...refused]
  let replaced = 0
  const one = async (sent: Planned): Promise<void> => {
    try {
      const onProgress = (bytes: number) => count.sent(sent, bytes)
      const outcome = await sendFile(sent.to, sent.from.file, { signal, onProgress })
      if (outcome.created) created.push(sent.to)
      else replaced++
    } catch (error) {
      if (reasonOf(error) !== 'cancelled') failures.push({ name: nameOf(sent.to), why: sentenceOf(error) })
    }
    count.finished(sent)
  }
  await sideBySide(planned, AT_ONCE, one, signal)
  return { created, replaced, failures, cancelled: signal.aborted }
}

interface Failure {
  readonly name: string
  readonly why: string
}

interface Outcome {
  readonly created: readonly ContentPath[]
  readonly replaced: number
  readonly failures: readonly Failure[]
  readonly cancelled: boolean
}

function report({ created, replaced, failures, cancelled }: Outcome): void {
  const count = created.length + replaced
  const files = `${numberText(count)} ${count === 1 ? 'file' : 'files'}`
  const said = `${cancelled ? 'Upload stopped after' : 'Uploaded'} ${files}${replaced > 0 ? `, ${replaced} of them replaced` : ''}`
  if (created.length > 0) {
    notifyWithUndo(said, async () => {
      for (const path of created) {
        await api
          .remove(path)
          .catch((error: unknown) => notifyFailure('It could not be undone', sentenceOf(error)))
      }
    })
  } else if (count > 0 || cancelled) notify(said)
  const first = failures[0]
  if (!first) return
  const more = failures.length > 1 ? ` And ${failures.length - 1} more.` : ''
  notifyFailure(
    failures.length === 1 ? '1 file was left out' : `${failures.length} files were left out`,
    `${first.name}: ${first.why}${more}`
  )
}

async function namesIn(folder: ContentPath): Promise<string[]> {
  try {
    return (await api.list(folder)).map((item) => nameOf(contentPath(item.path)))
  } catch (error) {
    if (reasonOf(error) === 'not-found') return []
    throw error
  }
}
