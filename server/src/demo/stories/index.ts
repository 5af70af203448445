import type { Story } from '../story.ts';
import { faults } from './faults.ts';
import { faultsCleared } from './faults-cleared.ts';
import { machines } from './machines.ts';
import { shops } from './shops.ts';
import { newsletters } from './newsletters.ts';
import { office } from './office.ts';
import { officeHouse } from './office-house.ts';
import { applications } from './applications.ts';
import { returns } from './returns.ts';
import { letters } from './letters.ts';
import { salesAbroad } from './sales-abroad.ts';
import { salesInquiries } from './sales-inquiries.ts';
import { salesHome } from './sales-home.ts';
import { salesClaims } from './sales-claims.ts';
import { service } from './service.ts';
import { suppliers } from './suppliers.ts';
import { systems } from './systems.ts';

export const stories: Story[] = [
  ...faults,
  ...faultsCleared,
  ...service,
  ...salesHome,
  ...salesClaims,
  ...salesAbroad,
  ...salesInquiries,
  ...office,
  ...officeHouse,
  ...suppliers,
  ...applications,
  ...returns,
  ...letters,
  ...systems,
  ...newsletters,
  ...machines,
  ...shops,
];
