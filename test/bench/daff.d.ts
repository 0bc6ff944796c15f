/** What the bench uses of daff, which comes without types. */
declare module 'daff' {
  export class TableView {
    constructor(rows: unknown[][])
  }
  export class CompareFlags {
    addPrimaryKey(column: string): void
  }
  interface Alignment {
    readonly align: () => unknown
  }
  export class TableDiff {
    constructor(alignment: unknown, flags: CompareFlags)
    hilite(output: TableView): boolean
  }
  const daff: {
    readonly TableView: typeof TableView
    readonly CompareFlags: typeof CompareFlags
    readonly TableDiff: typeof TableDiff
    readonly compareTables: (before: TableView, after: TableView, flags?: CompareFlags) => Alignment
  }
  // eslint-disable-next-line import-x/no-default-export -- the package has this shape
  export default daff
}
