import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { api, reasonOf, sendFile, sentenceOf } from '../../api'
import { startJob } from '../../workbench/jobs'
import { notify, notifyFailure } from '../../workbench/toast'
import { sizeOf } from '../../../../common/content/size'

/**
 * Puts another file's content in the place of this one; the former content waits in the trash. Never rejects.
 */
export async function replaceFile(path: ContentPath, chosen: File, etag: string): Promise<void> {
  const name = nameOf(path)
  const wanted = splitName(name).ext.toLowerCase()
  if (splitName(chosen.name).ext.toLowerCase() !== wanted) {
    notifyFailure(
      'Another kind of file',
      `${chosen.name} does not end in “.${wanted}”. Choose a file of the same kind, or upload it under its own name.`
    )
    return
  }
  const stopping = new AbortController()
  const job = startJob({
    title: `Replacing ${name}`,
    total: chosen.size,
    unit: 'bytes',
    cancel: () => stopping.abort()
  })
  try {
    // the person decided about the file as it was shown
    if ((await api.head(path)).etag !== etag) {
      notifyFailure('Not replaced', 'Somebody else changed the file meanwhile. Look at it, and try again.')
      return
    }
    await sendFile(path, chosen, {
      signal: stopping.signal,
      onProgress: (bytes) => job.progress(bytes, `${sizeOf(bytes)} of ${sizeOf(chosen.size)}`)
    })
    notify(`${name} is replaced. The former file is in the trash.`)
  } catch (problem) {
    if (reasonOf(problem) === 'cancelled') notify(`Stopped. ${name} is as it was.`)
    else notifyFailure('Not replaced', sentenceOf(problem))
  } finally {
    job.end()
  }
}
