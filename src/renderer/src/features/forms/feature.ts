import { nameOf, splitName } from '../../../../common/content/paths'
import { whileShown, type Feature } from '../../workbench/contributions'
import { useStructuredCommands } from './commands/structured-commands'
import { StructuredGate } from './document/StructuredGate'

export const feature: Feature = {
  editors: [
    {
      id: 'structured',
      matches: (path) => splitName(nameOf(path)).ext.toLowerCase() === 'html',
      priority: 30,
      View: StructuredGate
    }
  ],
  parts: { background: whileShown(useStructuredCommands) }
}
