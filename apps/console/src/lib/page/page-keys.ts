/** Whether the keys belong to a field, a box or an overlay. */
export function keysAreTaken(event: Event): boolean {
  const target = event.target as HTMLElement | null
  if (!target?.closest) return false
  if (target.closest('input, textarea, select, [contenteditable="true"], [role="combobox"]')) return true
  return document.querySelector('.ant-drawer-open, dialog[open], .menu') !== null
}
