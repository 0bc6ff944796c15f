import { join } from 'node:path'
import { strangersIn } from '../opening/strangers'
import type { Exam } from './exam'

/**
 * Links, fifos, devices and sockets: in `.galley/` they are in the way, in the content they are somebody's.
 */
export async function checkStrangers(exam: Exam): Promise<void> {
  const { fs, layout, report, setAside } = exam
  for (const { file, message } of await strangersIn(fs, layout))
    await report({
      file,
      message,
      repair: {
        does: 'Moves it itself to what is set aside; what it leads to is not touched.',
        run: () => setAside(file)
      }
    })
  await below(exam, layout.contentFolder)
}

async function below({ fs, report, ...exam }: Exam, folder: string): Promise<void> {
  for (const { name, kind } of (await fs.readdir(folder)) ?? []) {
    const file = join(folder, name)
    if (kind === 'folder') await below({ fs, report, ...exam }, file)
    if (kind === 'other')
      await report({
        file,
        kind: 'leftover',
        message:
          'A link or a special file among the content. Galley does not follow it; it is left alone and not shown.'
      })
  }
}
