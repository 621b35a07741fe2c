"""Illnesses, injuries, parts of the body and medicines beyond those of ``things.py``."""

from __future__ import annotations

from eywa_fs.facts.languages.en.words.lists import words

MORE_CONDITIONS = words(
    """abscess acidosis aches agoraphobia albinism amnesia aneurysm apnoea arthrosis
    athlete's-foot atrial-fibrillation afib aneurism aphasia asthmatic babesiosis bedsores
    bell's-palsy biliary blister blisters blood-clot clot clots bowel-cancer bradycardia
    bronchiectasis bruise bruises brucellosis bunion bunions burns callus candida carbuncle
    carpal-tunnel caries catarrh celiac cellulitis cerebral-palsy chilblains chickenpox cholera
    cirrhosis claustrophobia cleft colic collapsed-lung conjunctivitis constipation copd corns
    coronavirus cramps croup cyst cysts cystic-fibrosis cystitis deafness deficiency dermatitis
    dermatographia diphtheria diverticulitis dizziness dry-eye dysentery dysmorphia dyspepsia
    dystonia earache ear-infection eds embolism emphysema encephalitis enteritis erysipelas
    fibroids fibrosis fissure fistula floaters flu food-poisoning frostbite frozen-shoulder
    gastroenteritis gingivitis glandular glue-ear goitre gallstone haemophilia haemorrhoids
    hemorrhoids halitosis hammertoe hayfever headaches heart-murmur murmur heatstroke heel-spur
    hemophilia herpes hiatus hidradenitis hiv hyperacidity hyperhidrosis hypertensive
    hypoglycaemia hypotension impetigo incontinence indigestion inflammation ingrowing ingrown
    intolerance jaundice jet-lag keratoconus kidney-stone labyrinthitis laryngitis lazy-eye
    legionnaires leprosy lesion lisp listeria long-covid low-blood-pressure lumbago lyme
    lymphoedema macular malnutrition mastitis melanoma meningitis meniere's menopause
    perimenopause mesothelioma mole mould-allergy mrsa multiple-sclerosis myasthenia myopia
    narcolepsy nausea neuralgia neuritis neuropathy nosebleeds nystagmus obesity oedema osteopenia
    otitis palsy pancreatitis panic-attacks paralysis paranoia peritonitis photophobia piles
    pinworm plantar-fasciitis pleurisy pmdd pms pneumothorax polio polymyalgia polyp polyps
    porphyria postnatal-depression pre-eclampsia preeclampsia prolapse psoriatic psychosis quinsy
    rabies raynaud's repetitive-strain rheumatism rheumatoid rickets ringworm rosacea rsi rupture
    sarcoidosis scabies scarlet-fever sciatica scurvy seborrhoea sepsis septicaemia shin-splints
    sickle-cell silicosis sleep-apnoea slipped-disc smallpox spasms spasticity spondylitis
    spondylosis sprain squint stammer strep stutter stye sunburn sunstroke synaesthesia syncope
    tachycardia tetanus thalassaemia thrombosis dvt thrush tia tic tics tmj tonsilitis torticollis
    toothache tourette's toxoplasmosis travel-sickness tremor tremors trench-foot trigger-finger
    typhoid typhus urticaria uti utis varicose verruca verrucas vitiligo wart warts
    water-retention wheeze whooping-cough whooping yellow-fever"""
)
MORE_BODY = words(
    """abdomen adenoids ankle armpit bicep biceps bowel bowels brain breast breasts brow bum
    bunion buttock cartilage cheek chest chin colon cranium cuticle diaphragm ear eyebrow eyelid
    eyesight hearing sight fingertip fist forearm forehead glands glute glutes gum gums gullet
    hamstrings heels hip instep intestine kneecap knuckle knuckles larynx ligaments lip lips lymph
    midriff molar mouth navel nerve nerves nipple nostril oesophagus pancreas patella pecs
    premolar rotator-cuff sacrum scapula septum shins sinus spleen sternum stomach tear-duct
    tendons tendon thigh thighs tongue tonsil torso trachea triceps tricep trapezius tummy uterus
    vein veins vertebra vertebrae vocal-cords windpipe wisdom-tooth womb"""
)
MORE_TREATMENTS = words(
    """acupuncture adalimumab alendronate allopurinol amitriptyline amoxicillin anastrozole
    anticoagulants antidepressant antifungal antiviral antivirals apixaban aripiprazole
    azathioprine baclofen beta-blocker betablockers bisoprolol bisphosphonates blood-thinners
    botox buprenorphine bupropion candesartan carbamazepine cast catheter cbt celecoxib cetirizine
    chemoradiation citalopram clonazepam clopidogrel clozapine co-codamol cocodamol codeine
    colchicine contraceptive cortisone creon cyclosporine dexamphetamine diazepam diclofenac
    digoxin diuretics donepezil doxycycline duloxetine dupilumab edoxaban elvanse empagliflozin
    enbrel enalapril epilim epipen epi-pen ezetimibe famotidine felodipine fexofenadine
    finasteride flecainide fluoxetine folic-acid furosemide gabapentin gliclazide glucosamine
    grommets heparin humira hydrocortisone hydroxychloroquine imodium implanon indapamide
    infliximab infusions inhalers insulin-pump interferon iud coil ivf ketamine lamotrigine
    lansoprazole laxatives letrozole levetiracetam levodopa lisdexamfetamine lithium loratadine
    lorazepam losartan magnesium mefenamic melatonin mesalazine methadone methylphenidate
    mirtazapine modafinil montelukast morphine mounjaro moisturiser naltrexone nebuliser
    nitrofurantoin nortriptyline nytol oestrogen estrogen olanzapine orthotics oxycodone oxygen
    ozempic painkiller pantoprazole paroxetine penicillin perindopril phototherapy prednisolone
    pregabalin probiotics progesterone propranolol quetiapine radioiodine reliever rehab
    risperidone rivaroxaban ropinirole rosuvastatin salbutamol salazopyrin saxenda seretide
    simvastatin sinemet sitagliptin sling solifenacin spironolactone splint statin steroid
    sulfasalazine sumatriptan symbicort tamoxifen tamsulosin temazepam testosterone thyroxine
    timolol tizanidine topiramate tramadol trazodone triptans valium valproate valsartan
    venlafaxine ventolin verapamil vitamins vortioxetine vyvanse wegovy xanax zopiclone zolpidem"""
)
