import { notifications } from '@mantine/notifications'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { api, sentenceOf } from '../../api'

/** Puts another file's content in the place of this one; the former content waits in the trash. Never rejects. */
export async function replaceFile(path: ContentPath, chosen: File, etag: string): Promise<void> {
  const wanted = splitName(nameOf(path)).ext.toLowerCase()
  if (splitName(chosen.name).ext.toLowerCase() !== wanted) {
    notifications.show({
      color: 'red',
      title: 'Another kind of file',
      message: `${chosen.name} does not end in “.${wanted}”. Choose a file of the same kind, or upload it under its own name.`
    })
    return
  }
  try {
    await api.write(path, new Uint8Array(await chosen.arrayBuffer()), { ifMatch: etag })
    notifications.show({
      color: 'indigo',
      message: `${nameOf(path)} is replaced. The former file is in the trash.`
    })
  } catch (problem) {
    notifications.show({
      color: 'red',
      title: 'Not replaced',
      message: sentenceOf(problem),
      autoClose: false
    })
  }
}
