import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { api, sentenceOf } from '../../api'
import { tell, tellFailure } from '../../components/toast'

/** Puts another file's content in the place of this one; the former content waits in the trash. Never rejects. */
export async function replaceFile(path: ContentPath, chosen: File, etag: string): Promise<void> {
  const wanted = splitName(nameOf(path)).ext.toLowerCase()
  if (splitName(chosen.name).ext.toLowerCase() !== wanted) {
    tellFailure(
      'Another kind of file',
      `${chosen.name} does not end in “.${wanted}”. Choose a file of the same kind, or upload it under its own name.`
    )
    return
  }
  try {
    await api.write(path, new Uint8Array(await chosen.arrayBuffer()), { ifMatch: etag })
    tell(`${nameOf(path)} is replaced. The former file is in the trash.`)
  } catch (problem) {
    tellFailure('Not replaced', sentenceOf(problem))
  }
}
