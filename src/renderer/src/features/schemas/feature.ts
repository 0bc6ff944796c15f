import { isWithin, siteOf } from '../../../../common/content/paths'
import { lazyView } from '../../components/lazy-view'
import { isText } from '../../documents/is-text'
import { isSchemaHome, schemaFolderOf } from '../../documents/schemas/library'
import { whileShown, type Feature } from '../../workbench/contributions'
import { useSchemaCommands } from './schema-commands'

export const feature: Feature = {
  editors: [
    {
      id: 'schemas',
      matches: isSchemaHome,
      priority: 50,
      View: lazyView(() => import('./SchemaHome').then((module) => module.SchemaHome)),
      title: 'Schemas',
      isWithoutHistory: true
    },
    {
      id: 'schema',
      matches: (path) => isText(path) && isWithin(path, schemaFolderOf(siteOf(path))),
      priority: 40,
      View: lazyView(() => import('./SchemaDocument').then((module) => module.SchemaDocument))
    }
  ],
  parts: { background: whileShown(useSchemaCommands) }
}
