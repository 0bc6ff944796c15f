import { sizeOf } from '../../../../common/content/size'
import { desktop } from '../../workbench/bridge'
import { saveEverything } from '../../documents/closing'
import { notify, notifyFailure, notifyWithAction } from '../../workbench/toast'
import { followBackups } from './progress'
import { numberText } from '../../components/formats'

/** Asks where to, backs the open workspace up there, and says how it ended (BK1, BK2). */
export async function backUpWorkspace(): Promise<void> {
  const bridge = desktop()
  const folder = await bridge?.call('chooseFolder', 'Where should the backup go?')
  if (!bridge || !folder) return
  // what is typed is in it too; what cannot be saved is a draft, and those are in it
  await saveEverything()
  followBackups()
  const outcome = await bridge.call('backUp', folder)
  if (!outcome.ok) {
    if (outcome.reason === 'cancelled') notify('The backup was stopped. Nothing of it was kept.')
    else notifyFailure('The workspace was not backed up', outcome.message)
    return
  }
  const { file, files, bytes, leftOut } = outcome
  const name = file.split(/[\\/]/).at(-1) ?? file
  notifyWithAction(
    `Backed up and checked: ${numberText(files)} files, ${sizeOf(bytes)}, in “${name}”`,
    'Show',
    () => void bridge.call('revealBackup')
  )
  if (leftOut.length > 0)
    notifyFailure(
      `${leftOut.length} ${leftOut.length === 1 ? 'thing needs' : 'things need'} a look`,
      `${leftOut.slice(0, 5).join(' ')}${leftOut.length > 5 ? ' …' : ''}`
    )
}
