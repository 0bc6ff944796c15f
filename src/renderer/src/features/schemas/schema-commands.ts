import { useEffect } from 'react'
import { schemaFolderOf } from '../../documents/schemas/library'
import { registerCommands } from '../../workbench/commands/commands'
import { openDocument, workbench } from '../../workbench/workbench'
import { recoverSchemas } from './schema-draft'

/** The list of schemas; and brings back the changes of schemas that a crash left unsaved. */
export function useSchemaCommands(): void {
  useEffect(() => {
    recoverSchemas().catch((problem: unknown) =>
      console.warn('Changes of schemas could not be read.', problem)
    )
  }, [])
  useEffect(
    () =>
      registerCommands([
        {
          id: 'site.schemas',
          title: 'Schemas of this site',
          group: 'Go',
          enabled: () => workbench().site !== null,
          run: () => {
            const { site } = workbench()
            if (site) openDocument(schemaFolderOf(site))
          }
        }
      ]),
    []
  )
}
