import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

type Screen = LazyExoticComponent<ComponentType>

/** Every screen, one line each: the module name the server's menu uses, and the code behind it (MR-3). */
export const SCREENS: Readonly<Record<string, Screen>> = {
  'dashboard/index': lazy(() => import('./dashboard.tsx')),
  'admin/user': lazy(() => import('../features/identity/user.screen.tsx')),
  'admin/dept': lazy(() => import('../features/identity/department.screen.tsx')),
  'admin/role': lazy(() => import('../features/identity/role.screen.tsx')),
  'admin/resource': lazy(() => import('../features/identity/resource.screen.tsx')),
  'admin/dict': lazy(() => import('../features/dictionary/dict.screen.tsx')),
  'admin/site': lazy(() => import('../features/site/site.screen.tsx')),
  'admin/session': lazy(() => import('../features/identity/session.screen.tsx')),
  'log/operation': lazy(() => import('../features/journal/operation-log.screen.tsx')),
  'log/login': lazy(() => import('../features/journal/login-log.screen.tsx')),
  'log/system': lazy(() => import('../features/journal/system-log.screen.tsx')),
  'admin/permission': lazy(() => import('../features/identity/permission.screen.tsx')),
  'admin/api-key': lazy(() => import('../features/identity/api-key.screen.tsx')),
  'profile/index': lazy(() => import('../features/identity/profile.screen.tsx')),
  'device/index': lazy(() => import('../features/registry/device.screen.tsx')),
  'device/unknown': lazy(() => import('../features/registry/unknown-station.screen.tsx')),
  'device/refusal': lazy(() => import('../features/registry/refusal.screen.tsx')),
  'product/index': lazy(() => import('../features/registry/product.screen.tsx')),
  'valve/slave': lazy(() => import('./valve-slave.tsx')),
  'fault/fault-device': lazy(() => import('../features/fault/fault-device.screen.tsx')),
  'device/detail': lazy(() => import('./device-detail.tsx')),
}
