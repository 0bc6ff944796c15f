import { createImportClient } from '../../../common/importing/client'
import { send } from '.'

/** Imports of this window's service. */
export const imports = createImportClient({ fetch: send })
