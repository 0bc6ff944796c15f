import type { NamedPerson } from '../../../../common/person'
import { api, reasonOf, setWorkspace } from '../../api'
import { openDocument, updateWorkbench } from '../../workbench/workbench'
import { childOf } from '../../../../common/content/paths'

/**
 * Puts the person and, if wanted, the sample site into the open workspace. The sample that is there already
 * is kept; a new one shows its first page.
 */
export async function finishSetUp(owner: NamedPerson, withSample: boolean): Promise<void> {
  if (withSample) {
    try {
      const { path } = await api.loadSample()
      updateWorkbench((state) => ({ ...state, site: path }))
      openDocument(childOf(path, 'index.html'))
    } catch (error) {
      if (reasonOf(error) !== 'exists') throw error
    }
  }
  setWorkspace(await api.setOwner(owner))
}
