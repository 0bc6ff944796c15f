import { formatOfPath } from '../../../../common/formats/files'
import { whileShown, type Feature } from '../../workbench/contributions'
import { useStructuredCommands } from './commands/structured-commands'
import { StructuredGate } from './document/StructuredGate'

export const feature: Feature = {
  editors: [
    {
      id: 'structured',
      matches: (path) => formatOfPath(path) === 'page',
      priority: 30,
      View: StructuredGate
    }
  ],
  parts: { background: whileShown(useStructuredCommands) }
}
