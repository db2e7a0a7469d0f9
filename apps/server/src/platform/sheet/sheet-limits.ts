import { IMPORT_MAX_CELLS, IMPORT_MAX_COLUMNS } from '@sluice/contract'

/**
 * The limits of one uploaded sheet, in addition to its rows (`IMPORT_MAX_ROWS`) and bytes (`IMPORT_MAX_BYTES`). A file
 * of some kilobytes can expand to a thousand times its size, so everything that is counted while reading has a limit.
 */
export const SHEET_LIMITS = {
  /** All parts that are read, unpacked. */
  unpackedBytes: 48 * 1024 * 1024,
  /** Elements within elements; a spreadsheet program writes ten at most. */
  depth: 64,
  /** Elements and attributes of all parts together. */
  elements: 4_000_000,
  /** Cells with something in them. */
  cells: IMPORT_MAX_CELLS,
  /** A sheet with more columns is refused. */
  columns: IMPORT_MAX_COLUMNS,
  /** Characters of one cell; a spreadsheet program accepts no more. */
  cellChars: 32_767,
  /** Characters of all cells together, and of all texts that cells share. */
  chars: 16 * 1024 * 1024,
} as const

/** The thread in which a sheet is read. */
export const SHEET_THREAD = { timeoutMs: 30_000, heapMb: 256 } as const
