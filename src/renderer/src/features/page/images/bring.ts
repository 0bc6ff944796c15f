import { siteOf, type ContentPath } from '../../../../../common/content/paths'
import { api } from '../../../api'
import type { DocumentSession } from '../../../documents'
import { startJob } from '../../../workbench/jobs'
import { fetchRemote } from './remote-picture'
import { sendPicture } from './send-picture'
import type { Upload } from './upload'
import { words } from './words'

interface Bringing {
  readonly session: DocumentSession
  /** The folder of the page as it is named now. */
  readonly folder: () => ContentPath
  /** The person takes it back. */
  readonly cancel: () => void
}

/**
 * Brings a picture into the folder of its page, and shows at its place how far it is. A file of this site
 * stays where it lies.
 * @returns where it is
 * @throws GalleyError as the service says, `cancelled`
 */
export async function bring(upload: Upload, { session, folder, cancel }: Bringing): Promise<ContentPath> {
  const { from, name, shown, stop } = upload
  if (from !== null && siteOf(from) === siteOf(session.path)) return from
  const file = (upload.file ??= await had(upload, session.path))
  const job = startJob({ title: words.job(name), total: file.size, unit: 'bytes', cancel })
  try {
    return await sendPicture(file, {
      folder,
      signal: stop.signal,
      onProgress: (bytes) => {
        job.progress(bytes)
        shown.progress(words.uploading(Math.round((100 * bytes) / file.size)), bytes / file.size)
      }
    })
  } finally {
    job.end()
  }
}

/** Its bytes, of another site or another server: they are kept, so that trying again does not ask anew. */
async function had({ from, name, remote, shown, stop }: Upload, page: ContentPath): Promise<File> {
  if (from !== null) {
    const { bytes } = await api.read(from, { signal: stop.signal })
    return new File([Uint8Array.from(bytes)], name)
  }
  if (remote === null) throw new Error('A picture on its way has neither a file nor a path.')
  shown.progress(words.fetching(new URL(remote.now.url).host), null)
  return fetchRemote(remote.now, page, stop.signal)
}
