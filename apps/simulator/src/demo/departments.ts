import type { DemoDepartment, DemoUser } from './world.types.ts'

/** The county's water office; what is the whole county's hangs on it. */
const COUNTY_OFFICE = '清河县水务局'

/** Who is responsible for the devices of a district of the drawn county. */
const OF_DISTRICT: Readonly<Record<string, string>> = {
  东灌区: '东灌区管理站',
  西灌区: '西灌区管理站',
  南洼灌区: '南洼灌区管理站',
  城北片: '城北管理站',
  石庄片: '石庄管理站',
  杨桥片: '杨桥管理站',
  三河片: '三河管理站',
  北山水库: '北山水库管理所',
  城关供水: '城关供水公司',
}

/** The department of a district; the county's own for what belongs to none. */
export function departmentOf(district: string): string {
  return OF_DISTRICT[district] ?? COUNTY_OFFICE
}

export const DEPARTMENTS: readonly DemoDepartment[] = [
  { name: COUNTY_OFFICE, kind: 'CUSTOMER', parent: null },
  ...Object.values(OF_DISTRICT).map((name): DemoDepartment => ({ name, kind: 'INTERNAL', parent: COUNTY_OFFICE })),
]

export const USERS: readonly DemoUser[] = [
  {
    username: 'qh.zhaohailin',
    nickName: '赵海林',
    department: COUNTY_OFFICE,
    roleCode: 'ROLE_OPERATOR',
    seniorityFrom: '2004-07-01',
    leads: true,
  },
  {
    username: 'qh.sunmeihua',
    nickName: '孙美华',
    department: COUNTY_OFFICE,
    roleCode: 'ROLE_OPERATOR',
    seniorityFrom: '2012-03-05',
  },
  {
    username: 'qh.liuqiang',
    nickName: '刘强',
    department: '东灌区管理站',
    roleCode: 'ROLE_OPERATOR',
    seniorityFrom: '2009-09-01',
    leads: true,
  },
  {
    username: 'qh.mashuzhen',
    nickName: '马淑珍',
    department: '南洼灌区管理站',
    roleCode: 'ROLE_OPERATOR',
    seniorityFrom: '2001-07-16',
    leads: true,
  },
  {
    username: 'qh.guoxiaofeng',
    nickName: '郭晓峰',
    department: '城北管理站',
    roleCode: 'ROLE_OPERATOR',
    seniorityFrom: '2018-07-02',
    leads: true,
  },
  {
    username: 'qh.dingyalan',
    nickName: '丁雅兰',
    department: '北山水库管理所',
    roleCode: 'ROLE_VIEWER',
    seniorityFrom: '2021-08-09',
    leads: true,
  },
  {
    username: 'qh.heweidong',
    nickName: '何卫东',
    department: '城关供水公司',
    roleCode: 'ROLE_OPERATOR',
    seniorityFrom: '1999-10-11',
    leads: true,
  },
  {
    username: 'qh.tianguoqing',
    nickName: '田国庆',
    department: '西灌区管理站',
    roleCode: 'ROLE_OPERATOR',
    seniorityFrom: '2015-05-18',
    leads: true,
  },
]
