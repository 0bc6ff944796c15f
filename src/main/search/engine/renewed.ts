/** Where the error of an index that was thrown away stands. */
export const RENEWED = 'search-index'
