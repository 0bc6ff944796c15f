import { createImportClient } from '../../../../common/importing/client'

/** Imports of this window's service. */
export const imports = createImportClient()
