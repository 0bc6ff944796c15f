import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { api, reasonOf, sendFile, sentenceOf } from '../../api'
import { asJob } from '../../workbench/jobs'
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
  const job = { title: `Replacing ${name}`, total: chosen.size, unit: 'bytes' }
  try {
    const isSent = await asJob(job, async (progress, signal) => {
      // the person decided about the file as it was shown
      if ((await api.head(path)).etag !== etag) return false
      const onProgress = (bytes: number) => progress(bytes, `${sizeOf(bytes)} of ${sizeOf(chosen.size)}`)
      await sendFile(path, chosen, { signal, onProgress })
      return true
    })
    if (!isSent)
      return notifyFailure(
        'Not replaced',
        'Somebody else changed the file meanwhile. Look at it, and try again.'
      )
    notify(`${name} is replaced. The former file is in the trash.`)
  } catch (problem) {
    if (reasonOf(problem) === 'cancelled') notify(`Stopped. ${name} is as it was.`)
    else notifyFailure('Not replaced', sentenceOf(problem))
  }
}
