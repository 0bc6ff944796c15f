import { commandGroup } from './command-group'
import { tokenCreate } from './token-create'
import { tokenList } from './token-list'
import { tokenRevoke } from './token-revoke'
import { tokenUndo } from './token-undo'

/** `galley token …` (L3). */
export const tokenCommand = (parts: Parameters<typeof tokenUndo>[0]) =>
  commandGroup(
    'token',
    'makes, lists and revokes tokens, and brings back what one did',
    [tokenCreate, tokenList, tokenRevoke, tokenUndo(parts)],
    'All but “undo” work also while Galley has the workspace open.'
  )
